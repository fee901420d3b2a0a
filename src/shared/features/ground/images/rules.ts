/** The key under which an article's hero image is filed: the keyword with plus signs for blanks, a plus sign, the site's number. */
export function imageKey(keyword: string, siteId: number): string {
  return `${keyword.replaceAll(' ', '+')}+${siteId}`
}
