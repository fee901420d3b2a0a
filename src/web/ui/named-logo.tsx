/** Something known by its logo, which the name beside it makes decoration; without one the name stands alone. */
export function NamedLogo({ name, src }: { name: string; src: string }) {
  return (
    <span className="named-logo">
      {src && <img src={src} alt="" width={20} height={20} />}
      {name}
    </span>
  )
}
