import { useLetterKeys } from '#web/ui/input/letter-keys.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

/** The keyboard shortcuts, by scope. */
const SHORTCUTS = {
  Everywhere: [
    ['Ctrl K', 'Go to a screen, keyword, article, product, post or person'],
    ['/', 'Focus the page’s search'],
    ['?', 'Show these shortcuts'],
    ['Ctrl Enter', 'Submit the dialog'],
    ['Ctrl Z', 'Undo, while the message that offers it is visible'],
    ['Esc', 'Close'],
  ],
  'In a list': [
    ['↑ ↓ or J K', 'Move between rows; Home and End go to the first and last row'],
    ['Enter', 'Open the row'],
    ['→ ←', 'Expand or collapse the row'],
    ['X', 'Tick the row'],
  ],
  'Keywords Summary, on the row of a lost day': [
    ['U', 'Request the update'],
    ['[ ]', 'Previous day, next day'],
  ],
  'In the article on its page': [
    ['J K', 'Next, previous'],
    ['A R X', 'Approve, return, reject; Ctrl Enter to confirm'],
    ['1–6', 'A quick reason, while returning or rejecting'],
    ['Z', 'Undo your last decision, while the line above the page offers it'],
    ['C', 'Write a comment'],
    ['N V E', 'Next finding, another view, edit'],
  ],
  'Products OOS, by product': [
    ['R', 'Replace the product of the row'],
    ['1–9', 'Choose the replacement'],
    ['→ ←', 'Step through the changes'],
  ],
  Planner: [['Alt → ←', 'Move the card to the next or previous month']],
  Runs: [
    ['S', 'Stop or resume the run of the row'],
    ['T', 'Try it again'],
  ],
  'Event hook, in the log': [
    ['S', 'Send the event of the row again'],
    ['T', 'Send a test'],
  ],
  Changes: [['Z', 'Undo the change of the row']],
} as const

/** Lists the keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const hasLetters = useLetterKeys()
  return (
    <Dialog open title="Keyboard shortcuts" width={560} onClose={onClose}>
      {!hasLetters && <p className="quiet">Single-letter shortcuts are off. Turn them on in your profile.</p>}
      {Object.entries(SHORTCUTS).map(([place, keys]) => (
        <section key={place} className="shortcuts" aria-label={place}>
          <h3>{place}</h3>
          <dl>
            {keys.map(([key, meaning]) => (
              <div key={key}>
                <dt className="ink">
                  <kbd>{key}</kbd>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
