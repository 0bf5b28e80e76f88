-- Customers, the trail of their credit and taxes, and their transfers between agents.

create or replace function private.name_core(p_text text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(btrim(regexp_replace(regexp_replace(k.key,
    '\y(store|stores|sari|sarisari|shop|mart|minimart|grocery|groceries|trading|enterprise|enterprises|general|merchandise|merchandising|'
    'inc|corp|corporation|company|co|ltd|and|the)\y',
    ' ', 'g'), ' +', ' ', 'g')), ''), btrim(k.key))
  from (select regexp_replace(private.search_text(p_text), '[^[:alnum:] ]', '', 'g') as key) k
$$;
comment on function private.name_core is
  'Returns the key by which names are compared for duplicates: lower case, without punctuation and without words that most stores have.';

-- Generated columns run with the rights of whoever inserts.
grant execute on function private.name_core to authenticated;

create table public.customers (
  project_id uuid not null references public.projects (id),
  id uuid not null default gen_random_uuid(),
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  sort_key text not null generated always as (private.sort_key(name)) stored,
  store_name text,
  address text,
  area text,
  contact text,
  tin_no text,
  business_style text,
  -- Exempt and zero-rated customers buy all goods so.
  vat_class text not null default 'vatable' check (vat_class in ('vatable', 'exempt', 'zero_rated')),
  name_core text not null generated always as (private.name_core(name)) stored,
  store_core text generated always as (private.name_core(store_name)) stored,
  taxpayer text generated always as (left(regexp_replace(tin_no, '\D', '', 'g'), 9)) stored,
  credit_line numeric(14,2) check (credit_line >= 0),
  terms_days int not null default 0 check (terms_days between 0 and 365),
  approval_status text not null default 'pending' check (approval_status in ('pending', 'approved', 'rejected', 'inactive', 'merged')),
  decision_reason text,
  -- The customer that this one is.
  merged_into uuid,
  agent_id uuid not null,
  date_added date not null,
  like private.stamped including defaults,
  primary key (project_id, id),
  foreign key (project_id, agent_id) references public.memberships,
  foreign key (project_id, merged_into) references public.customers,
  constraint customers_merged_check check ((approval_status = 'merged') = (merged_into is not null))
);
create index customers_merged_idx on public.customers (project_id, merged_into) where merged_into is not null;
create index customers_list_idx on public.customers (project_id, sort_key, id);
create index customers_agent_idx on public.customers (project_id, agent_id);
comment on table public.customers is
  'Stores that buy. credit_line: null = no limit, 0 = cash only. agent_id is the owning agent (userID). taxpayer: the nine digits of the '
  'TIN before the branch.';
select private.guard_table('public.customers', p_read => '{customers.read}', p_own => 'agent_id');

create table public.customer_finance_events (
  project_id uuid not null,
  id bigint generated always as identity,
  customer_id uuid not null,
  type text not null,
  user_id uuid default auth.uid(),
  created_at timestamptz not null default now(),
  details jsonb,
  primary key (project_id, id),
  foreign key (project_id, customer_id) references public.customers
);
create index customer_finance_events_customer_idx on public.customer_finance_events (project_id, customer_id, id);
-- Each receipt is in the trail too; who set a credit line is asked of the few other rows.
create index customer_finance_events_credit_idx on public.customer_finance_events (project_id, customer_id, id)
  where type in ('approved', 'credit');
comment on table public.customer_finance_events is
  'Finance trail of a customer: type of decision, user (financeUserID) and time. Insert-only.';
select private.guard_table('public.customer_finance_events', p_append_only => true, p_read => '{customers.read}');

grant update (name, store_name, address, area, contact) on public.customers to authenticated;

create policy customers_update on public.customers for update to authenticated
  using (project_id = any ((select private.projects_with('customers.write'))::uuid[]))
  with check (project_id = any ((select private.projects_with('customers.write'))::uuid[]));

create table public.agent_customer_transfers (
  project_id uuid not null,
  id uuid not null default private.new_id(),
  customer_id uuid not null,
  from_agent_id uuid not null,
  target_agent_id uuid not null,
  finance_id uuid not null default auth.uid(),
  effective_on date not null,
  date_added timestamptz not null default now(),
  reason text,
  primary key (project_id, id),
  foreign key (project_id, customer_id) references public.customers,
  foreign key (project_id, from_agent_id) references public.memberships,
  foreign key (project_id, target_agent_id) references public.memberships,
  check (from_agent_id <> target_agent_id)
);
create index agent_customer_transfers_customer_idx on public.agent_customer_transfers (project_id, customer_id, effective_on);
create index agent_customer_transfers_list_idx on public.agent_customer_transfers (project_id, effective_on desc, id desc);
create index agent_customer_transfers_from_idx on public.agent_customer_transfers (project_id, from_agent_id);
create index agent_customer_transfers_target_idx on public.agent_customer_transfers (project_id, target_agent_id);
comment on table public.agent_customer_transfers is
  'Transfers of customers between agents. effective_on, never in the future, is the first day that counts for the new agent; the owner on '
  'a past day is read here. Past sales stay with their agent. Insert-only.';
select private.guard_table('public.agent_customer_transfers', p_append_only => true, p_read => '{customers.read}');

-- The index covers few of the events, as nearly all others are credit overrides of bookings.
create index customer_finance_events_decided_idx on public.customer_finance_events (project_id, created_at)
  where type in ('approved', 'rejected', 'deactivated', 'reactivated');
