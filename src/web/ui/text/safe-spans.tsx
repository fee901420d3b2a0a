import type { CSSProperties, ReactNode } from 'react'

const STYLES = {
  color: 'color',
  'background-color': 'backgroundColor',
  'font-weight': 'fontWeight',
  'font-style': 'fontStyle',
  'text-decoration-line': 'textDecorationLine',
} as const
/** Names of colours, numbers and colour functions: nothing that can load or position anything. */
const VALUE = /^(#[0-9a-f]{3,8}|[a-z-]{1,20}|\d{3}|(rgb|hsl)a?\([\d\s.,%/]{1,40}\))$/i

/** Where styles are while the text is parsed: the page's policy refuses them as such. */
const STYLE = 'data-style'
const withoutStyles = (html: string) =>
  html.replace(/<span\b(?:[^>"']|"[^"]*"|'[^']*')*>/gi, (tag) =>
    tag.replace(/\sstyle(?=\s*=)/gi, ` ${STYLE}`),
  )

/** The harmless part of a style. */
function styleOf(element: Element): CSSProperties {
  const { style } = document.createElement('span')
  style.cssText = element.getAttribute(STYLE) ?? ''
  const values = Object.entries(STYLES).map(
    ([name, property]) => [property, style.getPropertyValue(name)] as const,
  )
  return Object.fromEntries(values.filter(([, value]) => VALUE.test(value)))
}

const nodesIn = (parent: Node): ReactNode[] =>
  [...parent.childNodes].map((child, index) => {
    if (child.nodeType === Node.TEXT_NODE) return child.textContent
    if (!(child instanceof Element) || ['script', 'style', 'template'].includes(child.localName)) return null
    if (child.localName !== 'span') return nodesIn(child)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of one text never move
      <span key={index} style={styleOf(child)}>
        {nodesIn(child)}
      </span>
    )
  })

/** HTML reduced to texts and `span` elements with a harmless `style`; nothing unknown remains. */
export function SafeSpans({ html }: { html: string }) {
  return nodesIn(new DOMParser().parseFromString(withoutStyles(html), 'text/html').body)
}
