import type { NamedEndpoint } from './openapi.ts'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (value: string) => value.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)

const STYLE = `:root{color-scheme:light dark;font:15px/24px system-ui,sans-serif}body{max-width:960px;margin:32px auto;padding:0 16px}
h2{margin-top:40px;text-transform:capitalize}table{width:100%;border-collapse:collapse}td,th{padding:6px 12px 6px 0;text-align:left;vertical-align:top;border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent)}
code{font:13px/20px ui-monospace,monospace}th{font-weight:500;font-size:13px}.table{overflow-x:auto}`

function row({ endpoint }: NamedEndpoint): string {
  const access = typeof endpoint.access === 'string' ? endpoint.access : endpoint.access.join(' or ')
  return `<tr><td><code>${endpoint.method}</code></td><td><code>${escapeHtml(endpoint.path)}</code></td><td>${escapeHtml(endpoint.summary)}</td><td>${escapeHtml(access)}</td></tr>`
}

/** A page for people that lists every call with the permission it asks for; it needs no script. */
export function referencePage(endpoints: readonly NamedEndpoint[]): string {
  const nouns = Map.groupBy(endpoints, ({ id }) => id.split('.')[0] ?? '')
  const sections = [...nouns].map(
    ([noun, calls]) =>
      `<section><h2>${escapeHtml(noun)}</h2><div class="table"><table><thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>Who may</th></tr></thead><tbody>${calls.map(row).join('')}</tbody></table></div></section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>API · Copydesk</title><style>${STYLE}</style></head><body><main><h1>Copydesk API</h1><p>Send the token of <code>POST /api/auth</code> as <code>Authorization: Bearer …</code>. The machine-readable description with every schema is <a href="/api/openapi.json">openapi.json</a>.</p>${sections.join('')}</main></body></html>`
}
