import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { CopyButton } from '#web/ui/input/copy-button.tsx'

/** A name with its colon, or a text. */
const STRINGS = /"(?:[^"\\]|\\.)*"(?:\s*:)?/g

/** JSON with coloured names and texts. */
function colored(json: string): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const { 0: found, index } of json.matchAll(STRINGS)) {
    const name = found.endsWith(':') ? found.slice(0, found.lastIndexOf('"') + 1) : ''
    parts.push(json.slice(end, index))
    parts.push(
      <span key={index} className={name ? 'code-name' : 'code-text'}>
        {name || found}
      </span>,
      found.slice(name ? name.length : found.length),
    )
    end = index + found.length
  }
  return [...parts, json.slice(end)]
}

/** JSON in lines, or the text as it is if it is none. */
function inLines(text: string): { lines: string; isJson: boolean } {
  try {
    return { lines: JSON.stringify(JSON.parse(text), null, 2), isJson: true }
  } catch {
    return { lines: text, isJson: false }
  }
}

interface CodeCardProps {
  /** What it is, for screen readers: `Request body`. */
  label: string
  /** A button copies this text. */
  copied?: string
  children: ReactNode
}

/** A frame for code, which scrolls inside it. */
export function CodeCard({ label, copied, children }: CodeCardProps) {
  return (
    <div className="code-card">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users have to scroll it */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset keeps no line breaks */}
      <pre tabIndex={0} role="group" aria-label={label}>
        {children}
      </pre>
      {copied !== undefined && (
        <CopyButton
          label={`Copy ${label.toLowerCase()}`}
          text={() => copied}
          done="Copied"
          icon={<Copy aria-hidden="true" />}
        >
          Copy
        </CopyButton>
      )}
    </div>
  )
}

interface JsonCardProps {
  label: string
  text: string
}

/** A text that is usually JSON, laid out for people; the button copies it as it is. */
export function JsonCard({ label, text }: JsonCardProps) {
  const { lines, isJson } = inLines(text)
  return (
    <CodeCard label={label} copied={text}>
      {isJson ? colored(lines) : lines}
    </CodeCard>
  )
}
