/** Orders that are on their way: their customer stays with his owner. */
export const openOrders = ['draft', 'pending_review', 'rejected', 'pending_payment', 'part_paid', 'paid', 'in_service'];
