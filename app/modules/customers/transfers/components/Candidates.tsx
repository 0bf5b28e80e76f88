import type { SubmissionResult } from '@conform-to/react'
import { CheckList } from '~/ui/CheckList'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { EmptyState } from '~/ui/EmptyState'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { FormActions } from '~/ui/FormGrid'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import type { Candidate } from '../queries.server'
import { chosenSchema } from '../schema'

interface Props {
  project: string
  candidates: readonly Candidate[]
  /**
   * The number of customers that the filters find. It exceeds the candidates when there are too
   * many.
   */
  count: number
  /** The most customers that one transfer takes. */
  most: number
  agents: readonly { value: string; label: string }[]
  names: Record<string, string>
  lastResult: SubmissionResult<string[]> | null
}

/** The first step: selects the customers to transfer, one by one or all that the filters find. */
export function Candidates(props: Props) {
  const { project, candidates, count, most, agents, names, lastResult } = props
  const [form, fields] = useCommandForm({ id: 'candidates', schema: chosenSchema, lastResult })
  const all = candidates.length === count
  return (
    <Panel flush>
      <FilterBar search="Name, store or area">
        <FilterSelect name="agent" label="Current agent" options={agents} />
      </FilterBar>
      {candidates.length === 0 ? (
        <EmptyState title="No results">Try a shorter word, or clear the filters.</EmptyState>
      ) : (
        <CommandForm form={form} project={project} className="p-4">
          <CheckList
            field={fields.customer_ids}
            label="Customers"
            hint={
              all
                ? undefined
                : `The first ${candidates.length} of ${count.toLocaleString('en-US')}: search, or choose an agent.`
            }
            options={candidates.map((customer) => ({
              value: customer.id,
              label: customer.name,
              detail: [customer.storeName, customer.area, names[customer.agentId]]
                .filter(Boolean)
                .join(' · '),
            }))}
          />
          <FormActions>
            <SubmitButton name="intent" value="preview">
              Preview selected
            </SubmitButton>
            {count <= most ? (
              <SubmitButton name="intent" value="preview-all" variant="secondary" formNoValidate>
                Preview all {count}
              </SubmitButton>
            ) : null}
            <span className="text-xs text-muted">Nothing is saved before you confirm.</span>
          </FormActions>
        </CommandForm>
      )}
    </Panel>
  )
}
