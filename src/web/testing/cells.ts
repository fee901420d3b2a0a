/** The texts of a row's cells by the heads of their columns. */
export function textsByHead(row: HTMLElement): Record<string, string | null> {
  const heads = [...(row.closest('table')?.querySelectorAll('thead th') ?? [])]
  const cells = [...row.querySelectorAll(':scope > td, :scope > th')]
  return Object.fromEntries(heads.map((head, at) => [head.textContent, cells[at]?.textContent ?? null]))
}
