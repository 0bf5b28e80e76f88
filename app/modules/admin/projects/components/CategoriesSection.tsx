import { useCommandForm } from '~/ui/CommandForm'
import { TextAreaField } from '~/ui/TextAreaField'
import { filledLines, SECTION_SCHEMAS } from '../schema'
import { SectionForm, type SectionProps } from './SectionForm'

/**
 * Edits the three lists of product categories, one category per line, in the order of the pickers.
 */
export function CategoriesSection(props: SectionProps) {
  const { project, lastResult } = props
  const [form, fields] = useCommandForm({
    id: 'categories',
    schema: SECTION_SCHEMAS.categories,
    lastResult,
    defaultValue: {
      product_categories1: project.categories[0].join('\n'),
      product_categories2: project.categories[1].join('\n'),
      product_categories3: project.categories[2].join('\n'),
    },
  })
  const lists = [
    { field: fields.product_categories1, label: 'Category 1' },
    { field: fields.product_categories2, label: 'Category 2' },
    { field: fields.product_categories3, label: 'Category 3' },
  ]
  return (
    <SectionForm {...props} section="categories" form={form}>
      <p className="mb-4 max-w-prose text-muted">
        One per line, in display order. Products keep their category until changed.
      </p>
      <div className="grid gap-4 sm:grid-cols-3">
        {lists.map(({ field, label }) => (
          <TextAreaField
            key={field.name}
            field={field}
            label={label}
            rows={9}
            hint={countText(filledLines(field.value).length)}
          />
        ))}
      </div>
    </SectionForm>
  )
}

function countText(count: number): string {
  return count === 1 ? '1 category' : `${count} categories`
}
