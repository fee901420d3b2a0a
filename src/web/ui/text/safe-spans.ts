const STYLES = ['color', 'background-color', 'font-weight', 'font-style', 'text-decoration-line']
/** Names of colours, numbers and colour functions: nothing that can load or position anything. */
const VALUE = /^(#[0-9a-f]{3,8}|[a-z-]{1,20}|\d{3}|(rgb|hsl)a?\([\d\s.,%/]{1,40}\))$/i

function copyInto(target: Node, source: Node, page: Document) {
  for (const child of source.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) {
      target.appendChild(page.createTextNode(child.textContent ?? ''))
    } else if (child instanceof HTMLElement && child.localName === 'span') {
      const span = page.createElement('span')
      for (const name of STYLES) {
        const value = child.style.getPropertyValue(name)
        if (VALUE.test(value)) span.style.setProperty(name, value)
      }
      copyInto(span, child, page)
      target.appendChild(span)
    } else if (child instanceof Element && !['script', 'style', 'template'].includes(child.localName)) {
      copyInto(target, child, page)
    }
  }
}

/**
 * Reduces HTML to texts and `span` elements with a harmless `style`. Every node is created again, so nothing
 * unknown can remain.
 */
export function safeSpans(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const kept = document.implementation.createHTMLDocument('')
  const box = kept.createElement('div')
  copyInto(box, page.body, kept)
  return box.innerHTML
}
