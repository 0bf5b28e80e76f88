/** The kinds of warehouse request. */
export const REQUEST_KINDS = [
  { value: 'hold', label: 'Hold', detail: 'Nothing is delivered until the request is done.' },
  {
    value: 'reduce',
    label: 'Reduce',
    detail: 'Goods that are not delivered yet become free, and are not owed.',
  },
  {
    value: 'take_back',
    label: 'Take back',
    detail: 'Delivered goods return to stock, and are not owed.',
  },
] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]['value']

export const requestKindLabel = (kind: string) =>
  REQUEST_KINDS.find(({ value }) => value === kind)?.label ?? kind

export const REQUEST_STATUSES = [
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'done', label: 'Done' },
] as const
