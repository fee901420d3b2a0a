import { notify } from '../feedback/notify.ts'

/**
 * Copies a text to the clipboard and says so. If the browser blocks the clipboard, the notice shows the text for manual
 * copying.
 */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify({ kind: 'success', title: done })
  } catch {
    notify({ kind: 'info', title: text })
  }
}
