/** The mark of the product, in the colours of the theme. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="mark">
      <rect width="32" height="32" rx="7" fill="var(--accent)" />
      <g fill="none" stroke="var(--on-accent)" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round">
        <path d="M9 8.500h14M9 14h14M9 19.500h7" />
        <path d="M17.500 24.500l2.800 2.500 5.200-7" />
      </g>
    </svg>
  )
}
