import { Form } from '@remix-run/react'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { CONTROL } from '~/ui/Field'
import { FormActions } from '~/ui/FormGrid'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import type { UnstockedProduct } from '../first-stock.server'

interface Props {
  project: string
  idempotencyKey: string
  products: readonly UnstockedProduct[]
  today: string
  problem: string | null
}

/** Takes the stock that a new company begins with, product by product, without a spreadsheet. */
export function FirstStock({ project, idempotencyKey, products, today, problem }: Props) {
  return (
    <Panel title="Enter the stock of today" className="mb-4">
      <ErrorBanner errors={problem ? [problem] : null} />
      <Form method="post">
        <input type="hidden" name="intent" value="typed" />
        <input type="hidden" name="project" value={project} />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <label htmlFor="first-stock-day" className="mb-1 block text-xs font-medium">
          Opening date
        </label>
        <input
          id="first-stock-day"
          type="date"
          name="on_date"
          defaultValue={today}
          max={today}
          required
          className={`${CONTROL} mb-4 max-w-44`}
        />
        <table className="w-full max-w-2xl">
          <thead>
            <tr className="border-b border-line text-left text-xs text-muted">
              <th className="py-1.5 font-medium">Product</th>
              <th className="px-2 py-1.5 font-medium">Pieces</th>
              <th className="py-1.5 font-medium">Cost of a piece</th>
            </tr>
          </thead>
          <tbody>
            {products.map(({ code, name, caseConfig, cost }, at) => (
              <tr key={code} className="border-b border-line">
                <td className="py-1.5 pr-2">
                  <input type="hidden" name="code" value={code} />
                  <span className="block font-medium">{name}</span>
                  <span className="block text-xs text-muted">
                    {code}
                    {caseConfig > 1 ? ` · ${caseConfig} pc a case` : ''}
                  </span>
                </td>
                <td className="w-32 px-2 py-1.5">
                  <input
                    name="pieces"
                    aria-label={`Pieces of ${name}`}
                    placeholder="cs + pc"
                    autoComplete="off"
                    // biome-ignore lint/a11y/noAutofocus: the first field of a form of its own
                    autoFocus={at === 0}
                    className={`${CONTROL} figures text-right`}
                  />
                </td>
                <td className="w-32 py-1.5">
                  <input
                    name="cost"
                    aria-label={`Cost of ${name}`}
                    defaultValue={cost}
                    autoComplete="off"
                    inputMode="decimal"
                    className={`${CONTROL} figures text-right`}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="mt-2 text-xs text-muted">
          Pieces, or cases such as 10 cs + 5 pc. Leave out what is not in stock.
        </p>
        <FormActions>
          <SubmitButton>Save opening stock</SubmitButton>
        </FormActions>
      </Form>
    </Panel>
  )
}
