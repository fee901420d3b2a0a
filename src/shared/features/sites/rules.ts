/** A site's name as it stands in addresses and file names: `Bench & Mortar` is `bench-mortar`. */
export function normalizedNameOf(displayName: string): string {
  return displayName
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
