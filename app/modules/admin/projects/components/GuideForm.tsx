import type { SubmissionResult } from '@conform-to/react'
import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { NAME_HINT } from '~/platform/access/account-address'
import { LinkButton } from '~/ui/Button'
import { CheckField } from '~/ui/CheckField'
import { ChoiceCards } from '~/ui/ChoiceCards'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import { guideSchema } from '../guide-schema'
import type { ProjectDocument } from '../queries.server'

const OFFICES = [
  {
    value: 'separate',
    label: 'Several people, separate duties',
    detail: 'Each has a role. Whoever enters a receipt, memo or voucher does not approve it.',
  },
  {
    value: 'alone',
    label: 'One-person office',
    detail: 'One person has every screen and approves alone. The audit trail marks each act.',
  },
]

const VAT = [
  {
    value: 'registered',
    label: 'Registered for VAT',
    detail: 'Prices include 12% VAT, and invoices show it. Products and customers may be exempt.',
  },
  {
    value: 'none',
    label: 'Not registered',
    detail: 'No VAT is computed, and invoices say NON-VAT.',
  },
]

interface Props {
  project: ProjectDocument
  /** The name and the address that are proposed for the first user. */
  name: string
  address: string
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | null | undefined
}

/** Asks what a new project decides. */
export function GuideForm({ project, name, address, idempotencyKey, lastResult }: Props) {
  const [form, fields] = useCommandForm({
    id: 'guide',
    schema: guideSchema,
    lastResult,
    defaultValue: {
      office: 'separate',
      vat: project.settings.vat_registered ? 'registered' : 'none',
      next_so_no: String(project.nextSoNo),
      next_voucher_no: String(project.nextVoucherNo),
      house_account: true,
      display_name: name,
      email: address,
    },
  })
  const half = 'sm:col-span-1 lg:col-span-2'
  return (
    <CommandForm form={form} project={null} idempotencyKey={idempotencyKey}>
      <input type="hidden" name="version" value={project.version} />
      <Question
        title="Who does the work?"
        later="Users (the role of a person), Separation of duties"
      >
        <ChoiceCards
          field={fields.office}
          legend="Duties"
          groups={[
            {
              label: 'Decides whether a second person approves what one person entered',
              choices: OFFICES,
            },
          ]}
        />
      </Question>
      <Question title="Does the company charge VAT?" later="Invoices, Tax papers">
        <ChoiceCards
          field={fields.vat}
          legend="VAT"
          groups={[
            { label: 'Decides the tax of bookings and the words on invoices', choices: VAT },
          ]}
        />
      </Question>
      <Question title="With which numbers do documents begin?" later="Numbering">
        <p className="mb-3 text-muted">
          Continue the numbers of your paper books. They are fixed once a document has drawn one.
          Invoice numbers are those of your printed forms.
        </p>
        <FormGrid>
          <TextField
            field={fields.next_so_no}
            label="Next SO no."
            inputMode="numeric"
            controlClass="figures"
            autoComplete="off"
            readOnly={project.drawn.soNo}
            hint="Sales orders, which are called bookings"
            className={half}
          />
          <TextField
            field={fields.next_voucher_no}
            label="Next voucher no."
            inputMode="numeric"
            controlClass="figures"
            autoComplete="off"
            readOnly={project.drawn.voucherNo}
            className={half}
          />
        </FormGrid>
      </Question>
      <Question title="Who owns customers that no agent visits?" later="Users, Customer transfers">
        <CheckField
          field={fields.house_account}
          label="A house account"
          hint="It stands in the place of an agent on customers, bookings and reports. In a one-person office that person does, so none is opened."
        />
      </Question>
      <Question title="Who works first?" later="Users">
        <p className="mb-3 text-muted">
          The Owner, or the person of a one-person office. It is another account than yours: the
          administrator sees no company’s business.
        </p>
        <FormGrid>
          <TextField
            field={fields.display_name}
            label="Name"
            autoComplete="off"
            hint="As shown on documents"
            className={half}
          />
          <TextField
            field={fields.email}
            label="User name or e-mail"
            autoComplete="off"
            hint={`To sign in. ${NAME_HINT}`}
            className={half}
          />
        </FormGrid>
      </Question>
      <FormActions>
        <SubmitButton>Save and make the link</SubmitButton>
        <LinkButton to={paths.admin.project(project.id)} variant="ghost">
          Later
        </LinkButton>
      </FormActions>
    </CommandForm>
  )
}

/** A question, and the sections of the settings where its answer is changed later. */
function Question(props: { title: string; later: string; children: ReactNode }) {
  return (
    <Panel
      title={props.title}
      className="mb-4"
      actions={<span className="text-xs text-muted">Changed later in: {props.later}</span>}
    >
      {props.children}
    </Panel>
  )
}
