import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ruleset, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { describeOperations } from '../api.ts'

const DESCRIPTION = JSON.stringify(describeOperations({ version: '1' }))

interface Finding {
  isError: boolean
  says: string
}

async function redocly(source: string): Promise<Finding[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  return problems.map(({ severity, ruleId, message }) => ({
    isError: severity === 'error',
    says: `${ruleId}: ${message}`,
  }))
}

async function spectral(source: string): Promise<Finding[]> {
  const linter = new Spectral()
  linter.setRuleset(new Ruleset({ extends: [oas] }))
  const problems = await linter.run(source)
  return problems.map(({ severity, code, message, path }) => ({
    isError: severity === 0,
    says: `${code}: ${message} ${path.join('.')}`,
  }))
}

const errorsOf = (findings: readonly Finding[]) =>
  findings.filter(({ isError }) => isError).map(({ says }) => says)

/** Findings that stay, each with the reason. */
const ACCEPTED = {
  // README: no licence has been chosen.
  redocly: [
    'info-license: Info object should contain `license` field.',
    // Addresses that the specification or a release has fixed; routers that prefer words to parameters have no difficulty with them.
    ...[
      ['/api/articles/{id}/changes', '/api/articles/cancel/{id}'],
      ['/api/articles/{id}/changes', '/api/articles/resubmit/{id}'],
      ['/api/articles/{id}/changes', '/api/articles/validate/{id}'],
      ['/api/google-sheets/{id}/grid', '/api/google-sheets/sync/{id}'],
      ['/api/users/{id}/factors', '/api/users/access-reviews/{id}'],
      ['/api/users/{id}/factors', '/api/users/offboarding-runs/{id}'],
    ].map(
      ([one, other]) =>
        `no-ambiguous-paths: Paths should resolve unambiguously. Found two ambiguous paths: \`${one}\` and \`${other}\`.`,
    ),
  ],
  // The product has no address of its own, and the operator of a server does not answer for the API.
  spectral: ['info-contact: Info object must have "contact" object. info'],
}

test.each([
  ['Redocly’s recommended rules', redocly, ACCEPTED.redocly],
  ['Spectral’s rules for OpenAPI', spectral, ACCEPTED.spectral],
])(
  '%s find no faults in the description of the API, except those accepted with a reason',
  async (_, lint, accepted) => {
    const findings = await lint(DESCRIPTION)
    expect(findings.map(({ says }) => says)).toEqual(accepted)

    // The same linter finds a broken reference.
    const broken = DESCRIPTION.replaceAll(
      '#/components/responses/Unavailable',
      '#/components/responses/Missing',
    )
    expect(errorsOf(await lint(broken))).not.toEqual([])
  },
)
