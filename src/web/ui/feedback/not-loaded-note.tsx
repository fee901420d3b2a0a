import { Alert } from './alert.tsx'

interface NotLoadedNoteProps {
  /** The missing data, as the beginning of a sentence: `The preflight findings`. */
  what: string
  query: { error: Error | null; refetch: () => unknown }
}

/** Says that data could not be loaded, where an empty place would read as "none". */
export const NotLoadedNote = ({ what, query: { error, refetch } }: NotLoadedNoteProps) =>
  error && (
    <Alert kind="warn" title={`${what} could not be loaded.`}>
      {error.message}{' '}
      <button type="button" className="link-button" onClick={() => void refetch()}>
        Try again
      </button>
    </Alert>
  )
