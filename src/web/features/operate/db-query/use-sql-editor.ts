import {
  autocompletion,
  type CompletionSource,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { PostgreSQL, sql } from '@codemirror/lang-sql'
import { bracketMatching, HighlightStyle, syntaxHighlighting, syntaxTree } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'
import type { ConsoleTable, QueryError } from '#shared/features/operate/db-query/contract.ts'
import { libraryCsp } from '#web/ui/theme/library-theme.tsx'

/** Syntax colours, by the theme's own names. */
const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--warn-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--note-text)' },
  { tag: tags.comment, color: 'var(--quiet)', fontStyle: 'italic' },
])

const LOOK = EditorView.theme({
  '&': { fontSize: '13px', backgroundColor: 'transparent', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    lineHeight: '20px',
  },
  '.cm-content': { caretColor: 'var(--ink)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  // The gutter covers text that is scrolled sideways.
  '.cm-gutters': { backgroundColor: 'var(--sheet)', color: 'var(--quiet)', border: '0' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-wash)',
  },
  '.cm-tooltip': { backgroundColor: 'var(--sheet)', color: 'var(--ink)', borderColor: 'var(--rule)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
  },
  '.cm-placeholder': { color: 'var(--quiet)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--accent-wash)', outline: '1px solid var(--rule)' },
})

/** The boost of columns of the tables that the statement names. */
const [FIRST, PLAIN_WORD] = [50, /^\w*$/]
const isText = (name: string) => /String|Comment|QuotedIdentifier/.test(name)

/**
 * Columns of the tables that a statement names, without an alias prefix. The language itself offers them only
 * if there is a single table.
 */
const columnsIn =
  (tables: readonly ConsoleTable[]): CompletionSource =>
  (context) => {
    const word = context.matchBefore(/[\w.]*$/)
    if (!word || word.text.includes('.') || (word.text === '' && !context.explicit)) return null
    if (isText(syntaxTree(context.state).resolveInner(context.pos, -1).name)) return null
    const named = new Set(context.state.doc.toString().toLowerCase().match(/\w+/g))
    const options = tables
      .filter(({ name }) => named.has(name))
      .flatMap(({ columns }) =>
        columns.map(({ name, meaning }) => ({
          label: name,
          type: 'property',
          detail: meaning,
          boost: FIRST,
        })),
      )
    return options.length === 0 ? null : { from: word.from, options, validFor: PLAIN_WORD }
  }

/** The completion schema: tables, their columns and descriptions. */
const schemaOf = (tables: readonly ConsoleTable[]) =>
  Object.fromEntries(
    tables.map(({ name, meaning, columns }) => [
      name,
      {
        self: { label: name, type: 'class', detail: meaning },
        children: columns.map((column) => ({ label: column.name, type: 'property', detail: column.meaning })),
      },
    ]),
  )

const languageOf = (tables: readonly ConsoleTable[]) => [
  sql({ dialect: PostgreSQL, schema: schemaOf(tables), upperCaseKeywords: false }),
  PostgreSQL.language.data.of({ autocomplete: columnsIn(tables) }),
]

/** The word at a position; if there is none, the character there. */
function wordAt(state: EditorState, position: number): { from: number; to: number } {
  const at = Math.min(Math.max(0, position - 1), state.doc.length)
  return state.wordAt(at) ?? { from: at, to: Math.min(at + 1, state.doc.length) }
}

/** PostgreSQL counts characters, but JavaScript counts UTF-16 units. */
const placeOf = (text: string, position: number): number =>
  Array.from(text)
    .slice(0, position - 1)
    .join('').length + 1

/** Text typed over a selection. Left alone, Chromium gives it the selection's style, which the page's policy refuses. */
const typeOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to, empty } = view.state.selection.main
    const text = event.data
    if (event.inputType !== 'insertText' || text === null || empty) return false
    const insert = () =>
      view.state.update(view.state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true })
    const handlers = view.state.facet(EditorView.inputHandler)
    if (!handlers.some((handle) => handle(view, from, to, text, insert))) view.dispatch(insert())
    event.preventDefault()
    return true
  },
})

interface SqlEditorParts {
  value: string
  onChange: (statement: string) => void
  /** Runs on the keyboard shortcut, with the selection if there is one. */
  onExecute: () => void
  tables: readonly ConsoleTable[]
  /** The error of the current statement. */
  error: QueryError | null
}

function stateOf(parts: { current: SqlEditorParts }, language: Compartment) {
  return EditorState.create({
    doc: parts.current.value,
    extensions: [
      EditorView.cspNonce.of(libraryCsp.nonce),
      lineNumbers(),
      history(),
      drawSelection(),
      bracketMatching(),
      closeBrackets(),
      autocompletion(),
      lintGutter(),
      syntaxHighlighting(COLOURS),
      language.of(languageOf(parts.current.tables)),
      LOOK,
      typeOver,
      placeholder('select …'),
      EditorView.contentAttributes.of({ 'aria-label': 'Query', 'aria-multiline': 'true' }),
      keymap.of([
        {
          key: 'Mod-Enter',
          run: (editor) => {
            // An open completion list would cover the result.
            closeCompletion(editor)
            parts.current.onExecute()
            return true
          },
        },
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...defaultKeymap,
        ...historyKeymap,
        indentWithTab,
      ]),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) parts.current.onChange(state.doc.toString())
      }),
    ],
  })
}

function diagnosticsOf(state: EditorState, error: QueryError | null): Diagnostic[] {
  if (error?.position === undefined) return []
  const place = placeOf(state.doc.toString(), error.position)
  return [{ ...wordAt(state, place), severity: 'error', message: error.message }]
}

/**
 * An editor for one SQL statement inside `host`. `selected` returns the selected text or an empty string.
 * `Escape` and then `Tab` leaves the editor by keyboard.
 */
export function useSqlEditor(given: SqlEditorParts) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const language = useRef(new Compartment())
  const latest = useRef(given)
  const { value, tables, error } = given
  useEffect(() => {
    latest.current = given
  })
  useEffect(() => {
    if (!host.current) return
    const editor = new EditorView({ state: stateOf(latest, language.current), parent: host.current })
    view.current = editor
    return () => editor.destroy()
  }, [])
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])
  useEffect(() => {
    view.current?.dispatch({ effects: language.current.reconfigure(languageOf(tables)) })
  }, [tables])
  useEffect(() => {
    const editor = view.current
    if (editor) editor.dispatch(setDiagnostics(editor.state, diagnosticsOf(editor.state, error)))
  }, [error])
  const selected = () => {
    const state = view.current?.state
    return state === undefined ? '' : state.sliceDoc(state.selection.main.from, state.selection.main.to)
  }
  return { host, selected, focus: () => view.current?.focus() }
}
