import { useCommandForm } from '~/ui/CommandForm'
import { FormGrid } from '~/ui/FormGrid'
import { TextAreaField } from '~/ui/TextAreaField'
import { TextField } from '~/ui/TextField'
import { letterheadSchema, SECTION_SCHEMAS } from '../schema'
import { SectionForm, type SectionProps } from './SectionForm'

const HEAD = 'In the letterhead of printed documents'
const LINE = 'A further line in the letterhead of printed documents'

/** Each field with its label and hint: one line of text, unless it says otherwise. */
const FIELDS = [
  ['name', 'Project name', 'At the top of every screen'],
  ['title', 'Title', 'Registered name, in the letterhead of printed documents'],
  ['owner_name', 'Owner', ''],
  ['owner_email', "Owner's e-mail", 'For reference only', 'email'],
  ['address', 'Address', 'Below the title of printed documents', 'wide'],
  ['tin_no', 'TIN', 'With the branch code; in the letterhead of printed documents'],
  ['phone', 'Phone', HEAD],
  [
    'payment_instructions',
    'Payment instructions',
    'On invoices and statements: bank, account name and number, how to make out cheques',
    'wide',
  ],
  ['other_info1', 'TIN and contact line', LINE, 'lines'],
  ['other_info2', 'Payment details line', LINE, 'lines'],
] as const

/** Edits the company's details on screens and printed documents. */
export function DetailsSection(props: SectionProps) {
  const { project, own, lastResult } = props
  const [form, fields] = useCommandForm({
    id: 'details',
    // The field of the name is shown to the administrator alone.
    schema: own
      ? (letterheadSchema as unknown as typeof SECTION_SCHEMAS.details)
      : SECTION_SCHEMAS.details,
    lastResult,
    defaultValue: {
      name: project.name,
      title: project.title,
      owner_name: project.ownerName,
      owner_email: project.ownerEmail,
      address: project.address,
      tin_no: project.tinNo,
      phone: project.phone,
      payment_instructions: project.paymentInstructions,
      other_info1: project.otherInfo1,
      other_info2: project.otherInfo2,
    },
  })
  return (
    <SectionForm {...props} section="details" form={form}>
      <FormGrid>
        {FIELDS.map(([name, label, hint, more]) => {
          if (own && name === 'name') return null
          const shared = { field: fields[name], label, hint, className: 'sm:col-span-2' }
          if (more === 'email') return <TextField key={name} {...shared} type="email" />
          if (!more) return <TextField key={name} {...shared} />
          return (
            <TextAreaField
              key={name}
              {...shared}
              rows={2}
              className={more === 'wide' ? 'sm:col-span-2 lg:col-span-4' : shared.className}
            />
          )
        })}
      </FormGrid>
    </SectionForm>
  )
}
