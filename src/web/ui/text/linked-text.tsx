import { ExternalLink } from 'lucide-react'

const ADDRESS = /https?:\/\/[^\s<>"“”]+/gi
/** Punctuation after a URL in a sentence. */
const AFTER = /[.,;:!?'’\]]+$/

interface Part {
  text: string
  isAddress: boolean
}

/** A closing bracket only belongs to a URL if it was opened in it. */
function tidied(address: string): string {
  const tidy = address.replace(AFTER, '')
  return tidy.endsWith(')') && !tidy.includes('(') ? tidied(tidy.slice(0, -1)) : tidy
}

/** Splits a text into URLs and the text between them. */
function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = tidied(found)
    if (!URL.canParse(address)) continue
    if (index > end) parts.push({ text: text.slice(end, index), isAddress: false })
    parts.push({ text: address, isAddress: true })
    end = index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), isAddress: false })
  return parts
}

function OutLink({ address }: { address: string }) {
  return (
    <a href={address} target="_blank" rel="noreferrer" className="break-words underlined">
      {address} <ExternalLink className="inline-icon" size={12} aria-hidden="true" />
      <span className="visually-hidden"> in a new tab</span>
    </a>
  )
}

/** A user's text with its URLs as links; `http` and `https` only. */
export function LinkedText({ text }: { text: string }) {
  return partsOf(text).map(({ text: part, isAddress }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity and never move
    isAddress ? <OutLink key={index} address={part} /> : part,
  )
}

/** The URLs of a text that is being edited, because links inside a field cannot be followed. */
export function LinksInText({ text }: { text: string }) {
  const addresses = new Set(partsOf(text).flatMap((part) => (part.isAddress ? [part.text] : [])))
  if (addresses.size === 0) return null
  return (
    <ul className="links-in-text stack gap-2" aria-label="Links">
      {[...addresses].map((address) => (
        <li key={address}>
          <OutLink address={address} />
        </li>
      ))}
    </ul>
  )
}
