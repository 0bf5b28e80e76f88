import type { SubmissionResult } from '@conform-to/react'
import { CommandForm } from '~/ui/CommandForm'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { Panel } from '~/ui/Panel'
import { SelectionBar } from '~/ui/SelectionBar'
import { SubmitButton } from '~/ui/SubmitButton'
import { useSelectionForm } from '~/ui/useRowForm'
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
  const options = { id: 'candidates', schema: chosenSchema, lastResult }
  const [form, fields, selection] = useSelectionForm(options, 'customer_ids', candidates)
  const columns: Column<Candidate>[] = [
    selection.column('Transfer', ({ name }) => `Transfer ${name}`),
    { key: 'name', header: 'Customer', grow: true, cell: ({ name }) => name },
    { key: 'store', header: 'Store', grow: true, cell: ({ storeName }) => storeName ?? '–' },
    { key: 'area', header: 'Area', cell: ({ area }) => area ?? '–' },
    { key: 'agent', header: 'Current agent', cell: ({ agentId }) => names[agentId] ?? '–' },
  ]
  return (
    <Panel flush>
      <FilterBar search="Name, store or area">
        <FilterSelect name="agent" label="Current agent" options={agents} />
      </FilterBar>
      <CommandForm form={form} project={project} errorsBelow={candidates.length > 0}>
        <DataTable
          caption="Customers"
          columns={columns}
          rows={candidates}
          rowKey={({ id }) => id}
          count={count}
          empty={
            <EmptyState line title="No results">
              Try a shorter word, or clear the filters.
            </EmptyState>
          }
          footer={
            candidates.length < count ? (
              <span>Search, or choose an agent, to see others.</span>
            ) : null
          }
        />
        {candidates.length > 0 ? (
          <SelectionBar
            form={form}
            list={fields.customer_ids}
            chosen={selection.chosen}
            selected={selection.selected}
          >
            <SubmitButton name="intent" value="preview">
              Preview selected
            </SubmitButton>
            {count <= most ? (
              <SubmitButton name="intent" value="preview-all" variant="secondary" formNoValidate>
                Preview all {count}
              </SubmitButton>
            ) : null}
            {selection.all}
            <span className="text-xs text-muted">Nothing is saved before you confirm.</span>
          </SelectionBar>
        ) : null}
      </CommandForm>
    </Panel>
  )
}
