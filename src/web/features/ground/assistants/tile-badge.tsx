/** The first letter of an assistant's name. Never a picture of its own, by which it could pose as another. */
export const TileBadge = ({ name }: { name: string }) => (
  <span className="assistant-tile" aria-hidden="true">
    {([...name][0] ?? '?').toUpperCase()}
  </span>
)
