/** Configuration of one Kamailio host for the journeys: no database, WebSocket on loopback, faults settable while it runs. */
export function kamailioConfig(port: number): string {
  return `#!KAMAILIO
debug=1
log_stderror=yes
children=1
tcp_children=4
auto_aliases=no
enable_tls=no
listen=tcp:127.0.0.1:${port}
tcp_accept_no_cl=yes
tcp_connection_lifetime=3604
tcp_rd_buf_size=65536

${modules.map((name) => `loadmodule "${name}.so"`).join('\n')}

modparam("jsonrpcs", "transport", 1)
modparam("usrloc", "db_mode", 0)
modparam("usrloc", "handle_lost_tcp", 1)
modparam("nathelper|registrar", "received_avp", "$avp(received)")
modparam("registrar", "min_expires", 10)
modparam("htable", "htable", "pw=>size=6;")
modparam("htable", "htable", "codes=>size=6;autoexpire=60;")
modparam("htable", "htable", "answer=>size=6;")
modparam("htable", "htable", "fault=>size=4;initval=0;")
modparam("htable", "htable", "seen=>size=4;initval=0;")

${routes}`;
}

const modules = [
  ...[
    'kex',
    'corex',
    'tm',
    'tmx',
    'sl',
    'rr',
    'pv',
    'maxfwd',
    'usrloc',
    'registrar',
    'textops',
    'textopsx',
    'siputils',
  ],
  ...['xlog', 'auth', 'htable', 'nathelper', 'xhttp', 'jsonrpcs', 'websocket'],
];

const routes = `request_route {
  $var(n) = $shtinc(seen=>$rm);
  if ($sht(fault=>mute) > 0) { drop; }
  if (!mf_process_maxfwd_header("10")) { sl_send_reply("483", "Too Many Hops"); exit; }
  if (is_method("CANCEL")) { if (t_check_trans()) { t_relay(); } exit; }
  if (has_totag()) { route(WITHIN); exit; }
  if (is_method("ACK")) { if (t_check_trans()) { t_relay(); } exit; }
  t_check_trans();
  if (is_method("REGISTER")) { route(REGISTRAR); exit; }
  if (is_method("INVITE")) { route(CALL); exit; }
  if (is_method("OPTIONS|MESSAGE")) { sl_send_reply("200", "OK"); exit; }
  sl_send_reply("405", "Method Not Allowed");
}

route[REGISTRAR] {
  if ($sht(fault=>register) > 0) { sl_send_reply("$sht(fault=>register)", "Service Unavailable"); exit; }
  $var(pw) = $sht(pw=>$tU);
  if (!pv_www_authenticate("$td", "$var(pw)", "0")) { www_challenge("$td", "0"); exit; }
  if ($au != $tU) { sl_send_reply("403", "Not Your Seat"); exit; }
  fix_nated_register();
  if (!save("location", "0x04")) { sl_reply_error(); }
  exit;
}

route[CALL] {
  $var(pw) = $sht(pw=>$fU);
  if (!pv_proxy_authenticate("$fd", "$var(pw)", "0")) { proxy_challenge("$fd", "0"); exit; }
  if ($au != $fU) { sl_send_reply("403", "Not Your Seat"); exit; }
  consume_credentials();
  if (!registered("location", "$fu")) {
    append_to_reply("Reason: SIP;cause=403;text=\\"line unregistered\\"\\r\\n");
    sl_send_reply("403", "Line Not Registered");
    exit;
  }
  $var(key) = $fU + ":" + $rU;
  if ($sht(codes=>$var(key)) != $null) {
    $var(number) = $sht(codes=>$var(key));
    $sht(codes=>$var(key)) = $null;
    $rU = $var(number);
  }
  if ($sht(answer=>$rU) != $null) {
    $var(seat) = $sht(answer=>$rU);
    $rU = $var(seat);
  } else {
    switch ($rU) {
      case "9480": sl_send_reply("480", "Temporarily Unavailable"); exit;
      case "9486": sl_send_reply("486", "Busy Here"); exit;
      case "9408": sl_send_reply("408", "Request Timeout"); exit;
      case "9500": sl_send_reply("500", "Server Internal Error"); exit;
      case "9484": sl_send_reply("484", "Address Incomplete"); exit;
      case "9487":
        t_newtran();
        t_reply("180", "Ringing");
        t_reply("487", "Request Terminated");
        exit;
    }
    if ($rU =~ "^[0-9]{1,3}$") { sl_send_reply("484", "Address Incomplete"); exit; }
  }
  if (!lookup("location")) { sl_send_reply("480", "Callee Not Registered"); exit; }
  add_contact_alias();
  record_route();
  t_on_reply("ANSWERS");
  if ($sht(fault=>ringsecs) > 0) {
    $var(ring) = $sht(fault=>ringsecs) * 1000;
    t_set_fr("$var(ring)");
  }
  if (!t_relay()) { sl_reply_error(); }
  exit;
}

route[WITHIN] {
  if (loose_route()) {
    if ($du == $null) { handle_ruri_alias(); }
    if (is_method("INVITE|UPDATE")) { add_contact_alias(); record_route(); t_on_reply("ANSWERS"); }
    if (!t_relay()) { sl_reply_error(); }
    exit;
  }
  if (is_method("ACK")) { if (t_check_trans()) { t_relay(); } exit; }
  sl_send_reply("404", "Not Here");
}

onreply_route[ANSWERS] {
  if (is_present_hf("Contact")) { add_contact_alias(); }
}

event_route[xhttp:request] {
  set_reply_close();
  set_reply_no_connect();
  if ($hu == "/ready") { xhttp_reply("200", "OK", "text/plain", "ready"); exit; }
  if ($hu == "/rpc") { jsonrpc_dispatch(); exit; }
  if ($hdr(Upgrade) =~ "websocket" && $hdr(Connection) =~ "Upgrade" && $rm =~ "GET") {
    if ($sht(fault=>handshake) > 0) { xhttp_reply("503", "Service Unavailable", "text/plain", "no"); exit; }
    if (ws_handle_handshake()) { exit; }
  }
  xhttp_reply("404", "Not Found", "text/plain", "nothing here");
}
`;
