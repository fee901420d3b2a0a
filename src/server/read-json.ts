/**
 * The value of a JSON text from outside; undefined if the text is not JSON. Leading and trailing blanks are dropped,
 * byte order marks among them: editors write them into files, and a site with several such files sends several.
 */
export function readJson(text: string, revive?: Parameters<typeof JSON.parse>[1]): unknown {
  try {
    return JSON.parse(text.trim(), revive)
  } catch {
    return undefined
  }
}
