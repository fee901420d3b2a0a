/** The id of an error in the server's log, if it is a server error whose message does not contain the id. */
export function referenceOf(error: Error): string | undefined {
  const { status, requestId } = { status: 0, requestId: undefined, ...error }
  if (status < 500 || requestId === undefined) return undefined
  return error.message.includes(requestId) ? undefined : requestId
}
