-- Remittances: what collectors bring to the office. See docs/domain.md, Cash, deposits, bank.

create table public.remittances (
  project_id uuid not null references public.projects (id),
  id uuid not null default private.new_id(),
  drr_no text not null check (btrim(drr_no) <> ''),
  collector_id uuid not null,
  remitted_on date not null,
  receipts int not null check (receipts > 0),
  cash_expected numeric(14,2) not null check (cash_expected >= 0),
  cash_counted numeric(14,2) not null check (cash_counted >= 0),
  variance numeric(14,2) not null generated always as (cash_counted - cash_expected) stored,
  cheques numeric(14,2) not null check (cheques >= 0),
  others numeric(14,2) not null check (others >= 0),
  variance_reason text,
  remarks text,
  status text not null default 'received' check (status in ('received', 'cancelled')),
  received_by uuid default auth.uid(),
  received_at timestamptz not null default now(),
  cancelled_by uuid,
  cancelled_at timestamptz,
  cancel_reason text,
  -- The day on which the receipts of a cancelled remittance whose day was closed count below zero by DRR date.
  opposite_on date check (opposite_on > remitted_on),
  version int not null default 1,
  modified_at timestamptz not null default now(),
  primary key (project_id, id),
  foreign key (project_id, collector_id) references public.memberships,
  constraint remittances_variance_check check ((cash_counted = cash_expected) = (variance_reason is null)),
  constraint remittances_cancel_check check ((status = 'cancelled') = (cancel_reason is not null))
);
-- The number of a cancelled remittance may be used again, as the same paper report is received again with corrections.
create unique index remittances_drr_no_key on public.remittances (project_id, drr_no) where status = 'received';
create index remittances_list_idx on public.remittances (project_id, remitted_on desc, id desc);
create index remittances_opposite_idx on public.remittances (project_id, opposite_on) where opposite_on is not null;
create index remittances_collector_idx on public.remittances (project_id, collector_id, remitted_on desc, id desc);
comment on table public.remittances is
  'Daily remittance reports of collectors: cash by the receipts and as counted, cheques, and others (transfers and withholding, which are '
  'papers only). A remittance never changes except by its cancellation.';
select private.guard_table('public.remittances', p_read => '{collections.read}', p_own => 'collector_id');

create table public.remittance_receipts (
  project_id uuid not null,
  remittance_id uuid not null,
  collection_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (project_id, remittance_id, collection_id),
  foreign key (project_id, remittance_id) references public.remittances,
  foreign key (project_id, collection_id) references public.collections
);
create index remittance_receipts_collection_idx on public.remittance_receipts (project_id, collection_id);
comment on table public.remittance_receipts is 'Receipts of remittances, cancelled ones included. Insert-only.';
select private.guard_table('public.remittance_receipts', p_append_only => true, p_read => '{collections.read}',
  p_part_of => 'public.remittances');

create table public.remittance_cash (
  project_id uuid not null,
  remittance_id uuid not null,
  value numeric(14,2) not null check (value > 0),
  pieces int not null check (pieces > 0),
  amount numeric(14,2) not null generated always as (value * pieces) stored,
  primary key (project_id, remittance_id, value),
  foreign key (project_id, remittance_id) references public.remittances
);
comment on table public.remittance_cash is 'Cash count of a remittance: number of notes and coins of each denomination. Insert-only.';
select private.guard_table('public.remittance_cash', p_append_only => true, p_read => '{collections.read}',
  p_part_of => 'public.remittances');

-- The current remittance of a receipt: at most one, because it is one column.
alter table public.collections add column remittance_id uuid;
alter table public.collections add foreign key (project_id, remittance_id) references public.remittances;
alter table public.collections add constraint collections_remitted_check check (remittance_id is null or collector_id is not null);
create index collections_remittance_idx on public.collections (project_id, remittance_id) where remittance_id is not null;
create index collections_unremitted_idx on public.collections (project_id, collector_id, date_collected, id)
  where collector_id is not null and remittance_id is null and approval_status <> 'cancelled';
comment on column public.collections.remittance_id is
  'The received remittance of the receipt; null while the collector holds it, and again after a cancellation.';

-- A received remittance changes by its cancellation alone.
create trigger keep_cancelled before update on public.remittances for each row when (old.status <> 'received')
  execute function private.refuse_change('A remittance cannot be changed: cancel it and receive it again.');
create trigger keep_remittance before update of id, drr_no, collector_id, remitted_on, receipts, cash_expected, cash_counted, cheques,
    others, variance_reason, remarks, received_by, received_at on public.remittances for each row
  execute function private.refuse_change('A remittance cannot be changed: cancel it and receive it again.');
create trigger append_only before delete on public.remittances for each row execute function private.refuse_change();
