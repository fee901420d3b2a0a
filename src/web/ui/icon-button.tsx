import type { ButtonHTMLAttributes } from 'react'

/** A small button without a frame, known by its picture; its label is read and shown on hover. */
export function IconButton({ label, ...rest }: ButtonHTMLAttributes<HTMLButtonElement> & { label: string }) {
  return <button type="button" className="icon-button" aria-label={label} title={label} {...rest} />
}
