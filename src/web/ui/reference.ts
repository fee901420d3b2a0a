/** The number under which a failure stands in the server's log, where it is the server's own and does not say it itself. */
export function referenceOf(error: Error): string | undefined {
  const { status, requestId } = { status: 0, requestId: undefined, ...error }
  if (status < 500 || requestId === undefined) return undefined
  return error.message.includes(requestId) ? undefined : requestId
}
