import { Alert } from './alert.tsx'

interface NotLoadedNoteProps {
  /** What is missing, as the beginning of a sentence: `The preflight findings`. */
  what: string
  query: { error: Error | null; refetch: () => unknown }
}

/** Says that something could not be loaded where its absence would read as "none". */
export const NotLoadedNote = ({ what, query: { error, refetch } }: NotLoadedNoteProps) =>
  error && (
    <Alert kind="warn" title={`${what} could not be loaded.`}>
      {error.message}{' '}
      <button type="button" className="link-button" onClick={() => void refetch()}>
        Try again
      </button>
    </Alert>
  )
