// Which tables of others the SQL of a file names.

const NAMED = /\b(?:from|join|into|update|using)\s+(?:only\s+)?([a-z_]+)\b/g

/**
 * The tables that a schema file declares.
 * @param {string} text of the file
 */
export const tablesOf = (text) => [...text.matchAll(/\bpgTable\(\s*'([a-z_]+)'/g)].map(([, name]) => name)

/**
 * The tables that SQL in a text reads or writes and that are not `noun`'s, in the order of the alphabet.
 * @param {string} text of a file, without its comments
 * @param {string} noun whose file it is
 * @param {ReadonlyMap<string, readonly string[]>} owners of each table
 */
export function foreignTables(text, noun, owners) {
  const named = [...text.matchAll(NAMED)].map(([, name]) => name)
  const foreign = named.filter((name) => owners.has(name) && !owners.get(name).includes(noun))
  return [...new Set(foreign)].sort()
}
