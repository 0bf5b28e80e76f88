-- Settings of a project as an administrator enters them.

create or replace function private.read_categories(p_details jsonb, p_key text) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  v_list text[];
  v_double text;
begin
  select coalesce(array_agg(btrim(c.value) order by c.ordinality), '{}') into v_list
  from jsonb_array_elements_text(private.read_list(p_details, p_key, 200)) with ordinality c where btrim(c.value) <> '';
  select max(c) into v_double from unnest(v_list) c group by lower(c) having count(*) > 1 limit 1;
  if v_double is not null then perform private.invalid(p_key, format('%s is there twice.', v_double)); end if;
  if exists (select from unnest(v_list) c where length(c) > 80 or c ~ private.control_characters()) then
    perform private.invalid(p_key, 'At most 80 characters a category.');
  end if;
  if '(none)' = any (v_list) then perform private.invalid(p_key, 'Filters use (none) for products without a category.'); end if;
  return v_list;
end $$;
comment on function private.read_categories is 'Reads a list of product categories: trimmed, in the given order, without duplicates.';

create or replace function private.check_project_name(p_name text, p_exclude uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_number(null, 'project', p_name);
  if exists (select from public.projects p
    where lower(p.name) = lower(p_name) and p.status <> 'removed' and p.id is distinct from p_exclude) then
    raise exception using errcode = '23505', hint = 'duplicate', detail = 'name', message = 'There is a project of this name already.';
  end if;
end $$;

create or replace function private.first_number(p_details jsonb, p_key text, p_current int, p_drawn boolean) returns int
language plpgsql immutable set search_path = '' as $$
declare v int := private.read_int(p_details, p_key, true, p_max => 99999999);
begin
  if v < 1 then perform private.invalid(p_key, 'Enter a number of 1 or more.'); end if;
  if p_drawn and v <> p_current then
    perform private.refuse('wrong_state', 'A document has drawn a number already: from here the count goes on by itself.', p_key);
  end if;
  return v;
end $$;
comment on function private.first_number is
  'Reads the number of the first document, which continues the paper books. It cannot change once a number was drawn, so that a series has '
  'neither gaps nor duplicates.';

create or replace function private.read_switch(p_details jsonb, p_key text) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(p_details -> p_key) <> 'boolean' then perform private.invalid(p_key, 'Yes or no.'); end if;
  return p_details -> p_key;
end $$;

create or replace function private.read_settings(p_project public.projects, p_details jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  v jsonb := case when jsonb_typeof(p_project.settings) = 'object' then p_project.settings else '{}' end;
  v_buckets int[];
  v_rule text;
begin
  if p_details ? 'allow_back_orders' then
    v := jsonb_set(v, '{allow_back_orders}', private.read_switch(p_details, 'allow_back_orders'));
  end if;
  foreach v_rule in array array['credit_override', 'credit_lines', 'vouchers', 'memos', 'receipts', 'payee_accounts',
    'product_edits', 'write_offs'] loop
    if p_details ? (v_rule || '_maker_checker') then
      v := jsonb_set(v, '{maker_checker}',
        case when jsonb_typeof(v -> 'maker_checker') = 'object' then v -> 'maker_checker' else '{}' end
          || jsonb_build_object(v_rule, private.read_switch(p_details, v_rule || '_maker_checker')));
    end if;
  end loop;
  foreach v_rule in array array['voucher_approval_above', 'memo_approval_above'] loop
    if p_details ? v_rule then
      v := jsonb_set(v, array[v_rule], coalesce(to_jsonb(private.read_money(p_details, v_rule)::text), 'null'));
    end if;
  end loop;
  if p_details ? 'age_by' then
    if coalesce(p_details ->> 'age_by', '') not in ('due', 'document') then
      perform private.invalid('age_by', 'By due date or by document date.');
    end if;
    v := jsonb_set(v, '{age_by}', p_details -> 'age_by');
  end if;
  if p_details ? 'stock_cost' then
    if coalesce(p_details ->> 'stock_cost', '') not in ('default', 'average') then
      perform private.invalid('stock_cost', 'Default cost or moving average.');
    end if;
    v := jsonb_set(v, '{stock_cost}', p_details -> 'stock_cost');
  end if;
  if p_details ? 'drr_label' then
    v := jsonb_set(v, '{drr_label}', to_jsonb(private.read_text(p_details, 'drr_label', true, p_max => 20)));
  end if;
  if p_details ? 'vat_percent' then
    if coalesce(p_details ->> 'vat_percent', '') !~ '^[0-9]{1,2}(\.[0-9]{1,2})?$' then
      perform private.invalid('vat_percent',
        'Enter a percentage below 100 with at most two decimals, such as 12; 0 when no VAT is charged.');
    end if;
    v := jsonb_set(v, '{vat_percent}', to_jsonb((p_details ->> 'vat_percent')::numeric));
  end if;
  if p_details ? 'prices_include_vat' then
    v := jsonb_set(v, '{prices_include_vat}', private.read_switch(p_details, 'prices_include_vat'));
  end if;
  if p_details ? 'price_floor_percent' then
    if coalesce(p_details ->> 'price_floor_percent', '') !~ '^([0-9]{1,2}(\.[0-9]{1,2})?|100(\.00?)?)$' then
      perform private.invalid('price_floor_percent', 'Enter a percentage from 0 to 100 with at most two decimals, such as 70.');
    end if;
    v := jsonb_set(v, '{price_floor_percent}', to_jsonb((p_details ->> 'price_floor_percent')::numeric));
  end if;
  if p_details ? 'ageing_buckets' then
    if exists (select from jsonb_array_elements_text(private.read_list(p_details, 'ageing_buckets')) b
      where b.value !~ '^[1-9][0-9]{0,2}$') then
      perform private.invalid('ageing_buckets', 'Three whole numbers of days from 1 to 999.');
    end if;
    select array_agg(b.value::int order by b.ordinality) into v_buckets
    from jsonb_array_elements_text(private.read_list(p_details, 'ageing_buckets')) with ordinality b;
    if cardinality(v_buckets) is distinct from 3 or v_buckets <> array(select distinct b from unnest(v_buckets) b order by b) then
      perform private.invalid('ageing_buckets', 'Three numbers of days, each greater than the one before.');
    end if;
    v := jsonb_set(v, '{ageing_buckets}', to_jsonb(v_buckets));
  end if;
  return v;
end $$;
comment on function private.read_settings is 'Returns a project''s settings with those changed that p_details names.';

create or replace function private.read_logo(p_project uuid, p_details jsonb, p_key text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare v_path text := private.read_text(p_details, p_key, p_max => 300);
begin
  if v_path is not null and not exists (select from storage.objects o
      where o.bucket_id = 'logos' and o.name = v_path and (storage.foldername(o.name))[1] = p_project::text) then
    perform private.invalid(p_key, 'Upload the picture first.');
  end if;
  return v_path;
end $$;
comment on function private.read_logo is 'Reads the path of an uploaded logo below the project''s own folder, or null.';

create or replace function private.own_settings() returns text[]
language sql immutable set search_path = '' as $$
  select regexp_split_to_array('owner_name owner_email address title tin_no phone payment_instructions other_info1 other_info2
    product_categories1 product_categories2 product_categories3
    logo_uri logo_uri1 next_so_no next_voucher_no allow_back_orders voucher_approval_above memo_approval_above age_by ageing_buckets
      stock_cost drr_label
    vat_percent prices_include_vat price_floor_percent', '\s+')
$$;
comment on function private.own_settings is
  'Names the fields of update_project that General Manager and Owner change in their own project. The administrator alone changes the '
  'others: name, time zone, currency and the rules of separation of duties.';
