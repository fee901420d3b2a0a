import { TOKEN_KEY, USER_KEY } from '#web/api/session.ts'

const PREFIX = 'copydesk.'

/** How the user likes the screens. Nothing of what they saw or typed. */
const PREFERENCES = [
  ...['theme', 'letter-keys', 'menu-pinned', 'menu-folded', 'columns', 'table-shape', 'opportunity-filters'],
  ...['second-factor-note', 'signed-in-with'],
]
/** Ending the session removes these. */
const SESSION = [TOKEN_KEY, USER_KEY]
/** Files that users wait for: they find them when they are back, and nobody else sees or fetches them. */
const AWAITED = 'exports'
/** Unsaved text has owners, and `forgetTyped` removes that of the user who leaves. */
const TYPED = 'stash'
/** The user chose to sign out, and may still be signed in at the provider. */
const LEFT = 'signed-out'

const nameOf = (key: string) => key.slice(PREFIX.length).split('.', 1)[0] ?? ''

function clear(storage: Storage, kept: readonly string[]) {
  for (const key of Object.keys(storage))
    if (key.startsWith(PREFIX) && !SESSION.includes(key) && !kept.includes(nameOf(key)))
      storage.removeItem(key)
}

/** Removes what this browser keeps of the desk, apart from preferences and files that users wait for. New keys are removed too. */
export function forgetKept(): void {
  try {
    clear(localStorage, [...PREFERENCES, AWAITED])
    clear(sessionStorage, [TYPED, LEFT])
  } catch {
    // Without storage nothing was kept.
  }
}
