import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/** Health checks come every few seconds, so they are not logged. */
const PROBE = /^\/api\/health(\/ready)?\/?(\?|$)/

/**
 * One log line per call, once it is answered or aborted: caller, request, address, status and duration in
 * milliseconds. Successful health checks are logged only at debug level.
 */
export class RequestLog extends LogController {
  override incomingRequest(): void {}
  override routeNotFound(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { visitor, traceId } = request
    const line = {
      req: request,
      res: reply,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(traceId === undefined ? {} : { trace_id: traceId }),
      ...(visitor ? { userId: visitor.id } : {}),
      ...(visitor && 'credential' in visitor ? { tokenId: visitor.credential.id } : {}),
    }
    if (error) request.log.info({ ...line, err: error }, 'the response was not sent completely')
    else if (PROBE.test(request.url) && reply.statusCode < 500) request.log.debug(line, 'answered')
    else request.log.info(line, 'answered')
  }
}
