import type { ButtonHTMLAttributes } from 'react'

/** A small button without a frame that only has an icon; its label is read out and shown on hover. */
export function IconButton({ label, ...rest }: ButtonHTMLAttributes<HTMLButtonElement> & { label: string }) {
  return <button type="button" className="icon-button" aria-label={label} title={label} {...rest} />
}
