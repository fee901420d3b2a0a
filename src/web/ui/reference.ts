/** The number under which a failure stands in the server's log, where it is the server's own. */
export function referenceOf(error: Error): string | undefined {
  const { status, requestId } = { status: 0, requestId: undefined, ...error }
  return status >= 500 ? requestId : undefined
}
