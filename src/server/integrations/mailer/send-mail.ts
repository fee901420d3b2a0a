import { GivenUp } from '../../jobs/job-ends.ts'
import { IntegrationError } from '../integration-error.ts'
import type { Mail, Mailer } from './port.ts'

/** For jobs: sends a mail, named after the job; one that its server will never take is not tried again. */
export async function sendMail(mailer: Mailer, mail: Mail, jobId?: string): Promise<void> {
  try {
    await mailer.send({ ...mail, madeBy: jobId })
  } catch (error) {
    if (!(error instanceof IntegrationError) || error.kind !== 'invalid') throw error
    throw new GivenUp(error.message, { cause: error })
  }
}
