/** Characters that nobody sees: marks of direction, joiners, soft hyphens, blanks of no width, and a blank that is no space. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]/gu
/** Those of them that come along when text is copied and do nothing to it; others join the parts of a letter or an emoji. */
const NEEDLESS = /\u00ad|\u200b|\u2060|\ufeff/g

const withSingleBlanks = (text: string) => text.trim().replace(/\s+/g, ' ')

/** A keyword as people see it: no blanks around it, single blanks inside; nothing at all where nothing is to be seen. */
export function tidyKeyword(keyword: string): string {
  const tidy = withSingleBlanks(keyword.replace(NEEDLESS, ''))
  return tidy.replace(UNSEEN, '').trim() === '' ? '' : tidy
}

/** What makes two keywords the same: what is to be seen of them, whatever its case. */
export function keywordIdentity(keyword: string): string {
  return withSingleBlanks(keyword.replace(NEEDLESS, '').replace(UNSEEN, '')).toLowerCase()
}

/** A tag as it is kept: lower case, no blanks around it, single blanks inside; nothing where nothing is to be seen. */
export function tidyTag(tag: string): string {
  return tidyKeyword(tag).toLowerCase()
}
