import { readFileSync } from 'node:fs'
import { type Given, SettingsError } from './settings-group.ts'

const SUFFIX = '_FILE'

/** The names under which settings may be given as files. */
export const fileNamesOf = (names: readonly string[]): string[] => names.map((name) => name + SUFFIX)

function readSecret(name: string, file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    throw new SettingsError(`${name} is not usable: ${file} cannot be read (${code}).`)
  }
  if (text === '') throw new SettingsError(`${name} is not usable: ${file} is empty.`)
  return text
}

/**
 * Replaces `…_FILE` variables by the settings read from those files, so that secrets need not be in the
 * environment. Throws `SettingsError`.
 */
export function withFiles(given: Given, names: readonly string[]): Given {
  const read = names.flatMap((name) => {
    const file = given[name + SUFFIX]
    if (file === undefined) return []
    if (given[name] !== undefined)
      throw new SettingsError(`${name} and ${name}${SUFFIX} are both set. Remove one of them.`)
    return [[name, readSecret(name + SUFFIX, file)] as const]
  })
  return { ...given, ...Object.fromEntries(read) }
}
