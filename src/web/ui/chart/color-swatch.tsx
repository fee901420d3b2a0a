/** A sample of the colour of bars. */
export const ColorSwatch = ({ color }: { color: string }) => (
  <span className="swatch" style={{ background: color }} />
)
