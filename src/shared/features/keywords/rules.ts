/** A keyword as people see it: no blanks around it, single blanks inside. */
export function tidyKeyword(keyword: string): string {
  return keyword.trim().replace(/\s+/g, ' ')
}

/** What makes two keywords the same. */
export function keywordIdentity(keyword: string): string {
  return tidyKeyword(keyword).toLowerCase()
}

/** A tag as it is kept: lower case, no blanks around it, single blanks inside. */
export function tidyTag(tag: string): string {
  return tag.trim().replace(/\s+/g, ' ').toLowerCase()
}
