import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'

const schema = JSON.parse(
  readFileSync(new URL('../../docs/e-invoice.schema.json', import.meta.url), 'utf8'),
) as object
const validate = new Ajv2020({ allErrors: true, strict: false }).compile(schema)

/** Returns what the schema in docs/e-invoice.schema.json says against a file; nothing of a right one. */
export function faultsOf(file: unknown): string[] {
  validate(file)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
