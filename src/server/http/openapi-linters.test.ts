import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ruleset, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { describeOperations } from '../api.ts'

const MOST_WARNINGS = 20

const DESCRIPTION = JSON.stringify(
  describeOperations({ version: '1', url: 'https://desk.copydesk.internal' }),
)

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

test.each([
  ['Redocly’s recommended rules', redocly],
  ['Spectral’s rules for OpenAPI', spectral],
])('%s find no error and few warnings in the description of the API', async (_, lint) => {
  const findings = await lint(DESCRIPTION)
  expect(errorsOf(findings)).toEqual([])
  expect(findings.length, findings.map(({ says }) => says).join('\n')).toBeLessThan(MOST_WARNINGS)

  // The same linter finds what is broken.
  const broken = DESCRIPTION.replaceAll(
    '#/components/responses/Unavailable',
    '#/components/responses/Missing',
  )
  expect(errorsOf(await lint(broken))).not.toEqual([])
})
