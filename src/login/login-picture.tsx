const rows = [
  { y: 176, name: 74, tag: '#69b1ff', bar: 96 },
  { y: 212, name: 58, tag: '#95de64', bar: 128 },
  { y: 248, name: 82, tag: '#ffd666', bar: 72 },
  { y: 284, name: 64, tag: '#69b1ff', bar: 112 },
] as const;

const steps = [
  { y: 196, length: 104 },
  { y: 236, length: 76 },
  { y: 276, length: 92 },
] as const;

/** A quiet picture of the work: figures, a list and the way of a customer. It says nothing a reader would miss. */
export function LoginPicture() {
  return (
    <svg className="login-picture" viewBox="0 0 560 372" aria-hidden="true" focusable="false">
      <rect x="8" y="16" width="412" height="320" rx="12" className="login-sheet" />
      <circle cx="32" cy="38" r="4" className="login-dim" />
      <circle cx="48" cy="38" r="4" className="login-dim" />
      <circle cx="64" cy="38" r="4" className="login-dim" />
      <path d="M8 58h412" className="login-line" />
      <Figure x={28} heights={[14, 22, 18, 30]} />
      <Figure x={156} heights={[24, 16, 28, 20]} />
      <Figure x={284} heights={[12, 18, 26, 34]} />
      {rows.map((row) => (
        <g key={row.y}>
          <circle cx="42" cy={row.y} r="10" className="login-dim" />
          <rect x="64" y={row.y - 4} width={row.name} height="8" rx="4" className="login-ink" />
          <rect x="172" y={row.y - 8} width="44" height="16" rx="8" fill={row.tag} opacity=".75" />
          <rect x="240" y={row.y - 3} width={row.bar} height="6" rx="3" className="login-dim" />
        </g>
      ))}
      <rect x="348" y="140" width="204" height="192" rx="12" className="login-card" />
      <rect x="372" y="160" width="68" height="9" rx="4.5" className="login-ink" />
      <path d="M378 196v80" className="login-line" />
      {steps.map((step, index) => (
        <g key={step.y}>
          <circle
            cx="378"
            cy={step.y}
            r="6"
            fill={index === 0 ? '#40a9ff' : '#0f3f73'}
            stroke="#40a9ff"
            strokeWidth="2"
          />
          <rect x="396" y={step.y - 8} width={step.length} height="7" rx="3.5" className="login-ink" />
          <rect x="396" y={step.y + 5} width={step.length * 0.6} height="5" rx="2.5" className="login-dim" />
        </g>
      ))}
    </svg>
  );
}

function Figure({ x, heights }: { readonly x: number; readonly heights: readonly number[] }) {
  return (
    <g>
      <rect x={x} y="76" width="112" height="68" rx="8" className="login-sheet" />
      <rect x={x + 14} y="92" width="36" height="6" rx="3" className="login-dim" />
      <rect x={x + 14} y="110" width="28" height="14" rx="4" className="login-ink" />
      {heights.map((height, index) => (
        <rect
          key={`${x}-${height}`}
          x={x + 60 + index * 11}
          y={130 - height}
          width="6"
          height={height}
          rx="2"
          fill="#40a9ff"
          opacity={index === heights.length - 1 ? 0.95 : 0.5}
        />
      ))}
    </g>
  );
}
