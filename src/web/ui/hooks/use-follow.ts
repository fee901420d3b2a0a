import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/** The click handler of a link to a screen whose address the server sent: it opens without a page load. */
export function useFollow(address: string) {
  const { history } = useRouter()
  return (event: MouseEvent) => {
    if (!isPlain(event)) return
    event.preventDefault()
    history.push(address)
  }
}
