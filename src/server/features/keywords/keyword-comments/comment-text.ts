import sanitizeHtml from 'sanitize-html'
import { mentionToken, replaceMentions, SPAN } from '#shared/features/keywords/keyword-comments/rules.ts'

const COLOR = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s,.%]{1,40}\)$/i, /^[a-z]{1,30}$/i]

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: ['span'],
  allowedAttributes: { span: ['style'] },
  allowedStyles: {
    span: {
      color: COLOR,
      'background-color': COLOR,
      'font-weight': [/^(normal|bold|bolder|lighter|[1-9]00)$/],
      'font-style': [/^(normal|italic|oblique)$/],
      'text-decoration': [/^(none|underline|overline|line-through)$/],
    },
  },
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The text of a comment with everything escaped but its spans. */
function withSpansOnly(comment: string): string {
  let html = ''
  let end = 0
  for (const { 0: span, index } of comment.matchAll(SPAN)) {
    html += escaped(comment.slice(end, index)) + span
    end = index + span.length
  }
  return html + escaped(comment.slice(end))
}

/** A comment as HTML to be kept: sanitised, each mention still a token, whose name means nothing in HTML. */
export function storedContent(comment: string): string {
  const tokens = replaceMentions(comment, (id, picked) => mentionToken(id, picked.replace(/[&<>"]/g, ' ')))
  return sanitizeHtml(withSpansOnly(tokens), ALLOWED)
}

/**
 * Stored content for display: names instead of tokens, sanitized again. An unknown user is shown as a plain
 * name.
 */
export function shownContent(content: string, nameOf: (id: number) => string | undefined): string {
  const named = replaceMentions(content, (id, picked) => {
    const name = nameOf(id)
    return name === undefined
      ? escaped(`@${picked}`)
      : `<span style="font-weight:600">@${escaped(name)}</span>`
  })
  return sanitizeHtml(named, ALLOWED)
}

/** A comment as plain text, names for tokens. */
export function plainText(comment: string, nameOf: (id: number) => string | undefined): string {
  return replaceMentions(comment, (id, picked) => `@${nameOf(id) ?? picked}`).replace(SPAN, '')
}
