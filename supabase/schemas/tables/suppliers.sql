-- Suppliers of goods. Purchases and products name one; a name that is not there yet makes one.
-- See docs/decisions/0061.

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
create index suppliers_list_idx on public.suppliers (project_id, sort_key, id);
comment on table public.suppliers is
  'Suppliers: name, the name and TIN on their papers, VAT class and terms, null = not known. name_key: no two names are the same but for '
  'case, accents, spaces and punctuation at the ends.';
select private.guard_table('public.suppliers', p_read => '{costs.read}', p_write => '{products.write}');
grant insert (project_id, id, name, registered_name, tin, vat_class, terms_days),
  update (name, registered_name, tin, vat_class, terms_days) on public.suppliers to authenticated;

create or replace function private.make_supplier(p_project uuid, p_name text) returns public.suppliers
language plpgsql security definer set search_path = '' as $$
declare v public.suppliers;
begin
  insert into public.suppliers (project_id, name) values (p_project, btrim(p_name)) on conflict on constraint suppliers_name_key do nothing;
  select * into v from public.suppliers s where s.project_id = p_project and s.name_key = private.supplier_key(p_name);
  return v;
end $$;
comment on function private.make_supplier is 'Returns the supplier of this name, a new one when there is none.';

create or replace function private.take_supplier() returns trigger
language plpgsql security definer set search_path = '' as $$
declare v public.suppliers;
begin
  if btrim(new.supplier) <> '' then v := private.make_supplier(new.project_id, new.supplier); end if;
  new.supplier_id := v.id;
  new.supplier := coalesce(v.name, new.supplier);
  return new;
end $$;
comment on function private.take_supplier is
  'Trigger: refers a product or purchase to the supplier that it names, a new one when there is none, and writes the name as the supplier '
  'has it.';

create or replace function private.rename_supplier() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.products p set supplier = new.name where p.project_id = new.project_id and p.supplier_id = new.id;
  update public.purchases p set supplier = new.name where p.project_id = new.project_id and p.supplier_id = new.id;
  return null;
end $$;
comment on function private.rename_supplier is 'Trigger: writes the new name of a supplier on its products and purchases.';
create trigger rename_supplier after update of name on public.suppliers
  for each row when (new.name is distinct from old.name) execute function private.rename_supplier();

create or replace function private.supplier_problems(p_project uuid, p_names text[]) returns table (name_key text, message text)
language sql stable security definer set search_path = '' as $$
  select j.key, format('%s is no supplier, but %s is. Write it out, or add it as a new supplier first.', j.name, j.other)
  from (
    -- In this order a name comes right before the first of those that it begins.
    select k.key, k.name, k.known, lead(k.key) over w as next, lead(k.name) over w as other
    from (
      select x.key collate "C" as key, min(x.name) as name, bool_or(x.known) as known
      from (
        select s.name_key as key, s.name, true as known from public.suppliers s where s.project_id = p_project
        union all
        select private.supplier_key(n), btrim(n), false from unnest(p_names) n where btrim(n) <> '') x
      group by 1) k
    window w as (order by k.key)) j
  where not j.known and starts_with(j.next, j.key)
$$;
comment on function private.supplier_problems is
  'Returns the keys of names that make no supplier by themselves, and why: they are the beginning of the name of another supplier, or of '
  'another one of these names, as a name that was cut off is.';
