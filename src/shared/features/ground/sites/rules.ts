/** What the posts of a site say of its links unless it has words of its own. */
export const DISCLOSURE =
  'We independently choose what we recommend. If you buy through links on this page, we may earn a commission at no extra cost to you.'

/** Which version of the style sheet of posts a site's readers get; unknown if no page could be read. */
export const POST_STYLES = ['current', 'old', 'missing', 'unknown'] as const
export type PostStyle = (typeof POST_STYLES)[number]

/** A site's name in addresses and file names: `Bench & Mortar` becomes `bench-mortar`. */
export function normalizedNameOf(displayName: string): string {
  return displayName
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
