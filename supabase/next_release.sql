-- Statements for version 2.0.0 that no comparison finds. They run on a database of version 1.2.0, before its tables are compared.

-- Names are sorted and found without accents: the stored keys are written again.
create or replace function private.search_text(p_text text) returns text
language sql immutable
return case when p_text ~ '[^\x01-\x7f]' then normalize(lower(regexp_replace(normalize(p_text, nfd), '[\u0300-\u036f]', '', 'g')), nfc)
  else lower(p_text) end;
create or replace function private.sort_key(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  -- A letter of its own, between N and O.
  return regexp_replace(private.search_text(regexp_replace(normalize(p_text, nfc), '[\u00f1\u00d1]', 'nzz', 'g')),
    '[^[:alnum:] ]', '', 'g');
end $$;

create or replace function private.name_core(p_text text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(btrim(regexp_replace(regexp_replace(k.key,
    '\y(store|stores|sari|sarisari|shop|mart|minimart|grocery|groceries|trading|enterprise|enterprises|general|merchandise|merchandising|'
    'inc|corp|corporation|company|co|ltd|and|the)\y',
    ' ', 'g'), ' +', ' ', 'g')), ''), btrim(k.key))
  from (select regexp_replace(private.search_text(p_text), '[^[:alnum:] ]', '', 'g') as key) k
$$;

do $$
declare v record;
begin
  -- Columns that a stored one is computed from are written as they are. Triggers would take it for a change by a person.
  for v in
    select a.attrelid::regclass as table_name, string_agg(distinct format('%1$I = t.%1$I', b.attname), ', ') as columns
    from pg_attribute a
    join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    join pg_depend p on p.classid = 'pg_attrdef'::regclass and p.objid = d.oid and p.refclassid = 'pg_class'::regclass and p.refobjid = a.attrelid
    join pg_attribute b on b.attrelid = a.attrelid and b.attnum = p.refobjsubid and b.attgenerated = ''
    where a.attgenerated = 's' and a.attname in ('sort_key', 'name_core', 'store_core')
      and a.attrelid in (select c.oid from pg_class c where c.relnamespace = 'public'::regnamespace)
    group by a.attrelid
  loop
    execute format('alter table %s disable trigger user', v.table_name);
    execute format('update %s t set %s', v.table_name, v.columns);
    execute format('alter table %s enable trigger user', v.table_name);
  end loop;
end $$;

-- Numbers of papers are compared and found without spaces, punctuation and accents: their indexes are made again after this.
drop index private.document_numbers_find_idx, private.document_numbers_end_idx, private.document_numbers_part_idx;
create or replace function private.paper_key(p_text text) returns text
language sql immutable
return regexp_replace(private.search_text(normalize(p_text, nfkc)),
  '[\x01-/:-@[-`{-\u00bf\u02b0-\u036f\u2000-\u2bff\u3000-\u303f\ufe00-\ufe0f\ufeff]', '', 'g');
create or replace function private.number_parts(p_project uuid, p_kind text, p_number text) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  v_key text := private.paper_key(p_number);
  v_of text := p_kind || left(p_project::text, 8);
  v_parts text[] := '{}';
begin
  for n in 1 .. coalesce(length(v_key), 0) - 2 loop v_parts := v_parts || (v_of || substr(v_key, n, 3)); end loop;
  return v_parts;
end $$;

delete from private.booked_names;
insert into private.booked_names (project_id, customer_id, search_key)
select distinct b.project_id, b.customer_id, private.search_text(b.customer_name || ' ' || coalesce(b.store_name, '')) from public.bookings b;

-- Sales know the categories of their day. For sales before this version these are the categories that reports showed: today's.
alter table public.sales_entries
  add column category1 text, add column category2 text, add column category3 text,
  add column further_month boolean not null default false;
alter table public.sales_entries disable trigger user;
update public.sales_entries e set category1 = g.category1, category2 = g.category2, category3 = g.category3
from public.products g where g.project_id = e.project_id and g.id = e.product_id;
update public.sales_entries e set further_month = true
from (
  select distinct on (f.project_id, f.booking_id) f.project_id, f.booking_id, date_trunc('month', f.on_date::timestamp) as month
  from public.sales_entries f order by f.project_id, f.booking_id, f.id) f
where f.project_id = e.project_id and f.booking_id = e.booking_id and date_trunc('month', e.on_date::timestamp) <> f.month;
alter table public.sales_entries enable trigger user;

-- The check of this table calls a function that takes its row, so neither could go first.
alter table private.document_sums drop constraint document_sums_bounded;
drop function private.are_bounds_of_document_sums(private.document_sums);

-- Vouchers have a day of cancellation. Of older ones it is the day on which somebody cancelled them.
alter table public.vouchers add column date_cancelled date;
alter table public.vouchers disable trigger user;
update public.vouchers v set date_cancelled = (v.cancelled_at at time zone private.known_zone(p.time_zone))::date
from public.projects p where p.id = v.project_id and v.cancelled_at is not null;
alter table public.vouchers enable trigger user;

-- So have bookings: the day on which the invoice stopped being owed, else that of the last change.
alter table public.bookings add column date_cancelled date;
alter table public.bookings disable trigger user;
update public.bookings b set date_cancelled = coalesce(
  (select max(e.on_date) from public.receivable_entries e
    where e.project_id = b.project_id and e.booking_id = b.id and e.kind = 'cancelled' and e.collection_id is null),
  (b.modified_at at time zone private.known_zone(p.time_zone))::date)
from public.projects p where p.id = b.project_id and b.approval_status = 'cancelled';
alter table public.bookings enable trigger user;

-- The time of a receipt that was recorded on a later day was the time of the recording.
alter table public.collections alter column time_collected drop not null;
alter table public.collections disable trigger user;
update public.collections c set time_collected = null
from public.projects p
where p.id = c.project_id and c.date_collected <> (c.created_at at time zone private.known_zone(p.time_zone))::date;
alter table public.collections enable trigger user;

-- Purchases whose return, cancellation or correction the value of the stock could not take whole: what is left is posted today, as
-- days that are past say what they said.
alter table public.stock_movements add column variance numeric(14,2) not null default 0;
-- Its check knows no variance; the comparison adds that of this version.
alter table public.stock_movements drop constraint stock_movements_bounded;
alter table public.stock_movements disable trigger user;
insert into public.stock_movements (project_id, product_id, kind, quantity, cost, variance, on_date, source_table, source_id, source_line)
select l.project_id, l.product_id, p.kind, 0, 0, x.said - x.posted, greatest(private.business_date(p.project_id), o.closed_through + 1),
  'purchases', p.id, l.id
from public.purchase_lines l
join public.purchases p on p.project_id = l.project_id and p.id = l.purchase_id
join public.projects o on o.id = l.project_id
cross join lateral (
  select case when p.status = 'cancelled' then 0 when p.kind = 'supplier_return' then -1 else 1 end * (l.amount - l.vat_amount) as said,
    coalesce(sum(m.cost), 0) as posted
  from public.stock_movements m
  where m.project_id = l.project_id and m.source_table = 'purchases' and m.source_id = p.id and m.source_line = l.id) x
where x.said <> x.posted;
alter table public.stock_movements enable trigger user;

-- The suppliers that products and purchases name become rows; each text becomes the name that most of those use which are the same.
create or replace function private.supplier_key(p_text text) returns text
language sql immutable
return coalesce(nullif(regexp_replace(private.search_text(p_text), '^[[:punct:][:space:]]+|[[:punct:][:space:]]+$|\s+', '', 'g'), ''),
  btrim(p_text));
create table public.suppliers (
  project_id uuid not null references public.projects (id),
  id uuid not null default gen_random_uuid(),
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  name_key text not null generated always as (private.supplier_key(name)) stored,
  sort_key text not null generated always as (private.sort_key(name)) stored,
  registered_name text check (length(registered_name) <= 200),
  tin text check (length(tin) <= 60),
  vat_class text check (vat_class in ('vatable', 'exempt', 'zero_rated')),
  terms_days int check (terms_days between 0 and 365),
  version int not null default 1,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (project_id, id),
  constraint suppliers_name_key unique (project_id, name_key)
);
insert into public.suppliers (project_id, name)
select distinct on (n.project_id, private.supplier_key(n.name)) n.project_id, n.name
from (
  select t.project_id, t.name, count(*) as uses
  from (
    select p.project_id, btrim(left(btrim(p.supplier), 200)) as name from public.purchases p
    union all
    select p.project_id, btrim(left(btrim(p.supplier), 200)) from public.products p) t
  where t.name <> '' group by 1, 2) n
order by n.project_id, private.supplier_key(n.name), n.uses desc, n.name;
alter table public.products add column supplier_id uuid;
alter table public.purchases add column supplier_id uuid;
alter table public.products disable trigger user;
alter table public.purchases disable trigger user;
update public.products p set supplier_id = s.id, supplier = s.name from public.suppliers s
where s.project_id = p.project_id and s.name_key = private.supplier_key(btrim(left(btrim(p.supplier), 200)));
update public.purchases p set supplier_id = s.id, supplier = s.name from public.suppliers s
where s.project_id = p.project_id and s.name_key = private.supplier_key(btrim(left(btrim(p.supplier), 200)));
alter table public.products enable trigger user;
alter table public.purchases enable trigger user;

-- The undercharge of a line was for as many pieces as its price.
alter table public.memo_lines add column price_difference_pieces int;
alter table public.memo_lines disable trigger user;
update public.memo_lines m set price_difference_pieces = l.agent_srp_pieces from public.booking_lines l
where l.project_id = m.project_id and l.id = m.line_id and m.price_difference is not null;
alter table public.memo_lines enable trigger user;

-- The VAT of goods that go back to their supplier is no longer that of their amount alone.
alter table public.purchase_lines alter column vat_amount drop expression if exists, alter column vat_amount set default 0;

-- Counts tell what can be sold and bad orders apart. Sheets that are not posted had both in one figure.
alter table public.stock_count_lines add column stock_state text not null default 'sellable';
alter table public.stock_count_lines drop constraint stock_count_lines_pkey,
  add constraint stock_count_lines_pkey primary key (project_id, count_id, product_id, stock_state);
-- Its check knows the columns of before; the comparison adds that of this version.
alter table public.stock_count_lines drop constraint if exists stock_count_lines_bounded;
alter table public.stock_count_lines disable trigger user;
with bad as (
  select c.project_id, c.id as count_id, m.product_id, sum(m.quantity)::int as pieces
  from public.stock_counts c
  join public.stock_movements m on m.project_id = c.project_id and m.stock_state = 'bad_order' and m.created_at <= c.sheet_at
  where c.count_status in ('open', 'submitted') group by 1, 2, 3 having sum(m.quantity) > 0
), sellable as (
  update public.stock_count_lines l set expected = l.expected - b.pieces from bad b
  where l.project_id = b.project_id and l.count_id = b.count_id and l.product_id = b.product_id returning l.*, b.pieces
)
insert into public.stock_count_lines (project_id, count_id, product_id, stock_state, expected, unit_cost, unit_cost_pieces, unit_srp,
  unit_srp_pieces)
select s.project_id, s.count_id, s.product_id, 'bad_order', s.pieces, s.unit_cost, s.unit_cost_pieces, s.unit_srp, s.unit_srp_pieces
from sellable s;
alter table public.stock_count_lines enable trigger user;

-- New projects have the settings of invoices too. Stored settings stay: a key that they lack has its default.
create or replace function private.default_settings() returns jsonb
language sql immutable
return
  '{"allow_back_orders": false, "age_by": "due", "ageing_buckets": [30, 60, 90], "drr_label": "DRR", "stock_cost": "default", '
  '"vat_percent": 12, "prices_include_vat": true, "voucher_approval_above": "50000.00", "memo_approval_above": "5000.00", '
  '"price_floor_percent": 70, "vat_registered": true, "branch_code": null, "serial_digits": null, "invoice_note": "", '
  '"authority_note": "", "maker_checker": {"credit_override": true, "vouchers": true, "memos": true, "receipts": true, '
  '"credit_lines": true, "payee_accounts": true, "product_edits": true, "write_offs": true}}'::jsonb;

-- Files of vouchers are files of documents. What is stored stays where it is, in the bucket vouchers; new files go into the bucket documents.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('documents', 'documents', false, 5242880, array['application/pdf', 'image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do nothing;
drop policy if exists vouchers_select on storage.objects;
drop policy if exists vouchers_insert on storage.objects;
drop policy if exists vouchers_delete on storage.objects;
create table public.document_files (
  project_id uuid not null references public.projects (id),
  id uuid not null default private.new_id(),
  kind text not null,
  document_id uuid not null,
  name text not null check (btrim(name) <> '' and length(name) <= 120),
  bucket text not null default 'documents' check (bucket in ('documents', 'vouchers')),
  path text not null,
  size int check (size > 0),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (project_id, id)
);
insert into public.document_files (project_id, id, kind, document_id, name, bucket, path, size, created_by, created_at)
select a.project_id, a.id, 'voucher', a.voucher_id, a.name, 'vouchers', a.path,
  (select nullif((f.metadata ->> 'size')::int, 0) from storage.objects f where f.bucket_id = 'vouchers' and f.name = a.path),
  a.created_by, a.created_at
from public.voucher_attachments a;
