-- Settings of a project: time zone, currency, and the switches and figures in projects.settings. What a new project has,
-- which values are known, and what counts in the place of one that is not.
-- A value is checked when it is written, by private.check_project, and not by a check of the row: a later version of PostgreSQL
-- or of this product may know fewer time zones or currencies, and a booking that draws a number must not fail by it.

create or replace function private.currencies() returns text[]
language sql immutable set search_path = '' as $$
  select regexp_split_to_array('AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF
    CLP CNY COP CRC CUP CVE CZK DJF DKK
    DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW
      KRW KWD
    KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR
      PLN PYG
    QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS
      VED VES
    VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG', '\s+')
$$;
comment on function private.currencies is
  'Returns the currencies of ISO 4217 by code, without funds and metals. The app has the same list: npm run types.';

create or replace function private.known_zone(p_name text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  -- Asked at each request, so it does not read the list of all names.
  return case when timestamptz '2000-01-01 00:00Z' at time zone p_name is not null then p_name else 'UTC' end;
exception when invalid_parameter_value then
  return 'UTC';
end $$;
comment on function private.known_zone is
  'Returns a time zone that PostgreSQL can compute with: UTC in the place of one that it does not know.';

create or replace function private.default_settings() returns jsonb
language sql immutable
return
  '{"allow_back_orders": false, "age_by": "due", "ageing_buckets": [30, 60, 90], "drr_label": "DRR", "stock_cost": "default", '
  '"vat_percent": 12, "prices_include_vat": true, "voucher_approval_above": "50000.00", "memo_approval_above": "5000.00", '
  '"price_floor_percent": 70, "vat_registered": true, "branch_code": null, "serial_digits": null, "invoice_note": "", '
  '"authority_note": "", "field_days": 3, "maker_checker": {"credit_override": true, "vouchers": true, "memos": true, "receipts": true, '
  '"credit_lines": true, "payee_accounts": true, "product_edits": true, "write_offs": true}}'::jsonb;
comment on function private.default_settings is
  'Returns the settings of a new project. Each also counts where a project lacks it, or has a value that is not known.';

create or replace function private.is_setting(p_key text, p_value jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
declare v_text text := p_value #>> '{}';
begin
  if p_key = 'ageing_buckets' then
    if jsonb_typeof(p_value) is distinct from 'array' then return false; end if;
    return jsonb_array_length(p_value) between 1 and 6
      and not exists (select from jsonb_array_elements(p_value) b
        where jsonb_typeof(b.value) <> 'number' or b.value::text !~ '^[1-9][0-9]{0,2}$')
      and p_value = (select jsonb_agg(distinct b.value order by b.value) from jsonb_array_elements(p_value) b);
  end if;
  -- Without a query, this is evaluated without a plan.
  return coalesce(case
    when p_key in ('allow_back_orders', 'prices_include_vat', 'vat_registered') then jsonb_typeof(p_value) = 'boolean'
    when p_key = 'age_by' then p_value in ('"due"', '"document"')
    when p_key = 'stock_cost' then p_value in ('"default"', '"average"')
    when p_key = 'drr_label' then jsonb_typeof(p_value) = 'string' and btrim(v_text) <> '' and length(v_text) <= 20
      and v_text !~ private.control_characters()
    when p_key = 'vat_percent' then jsonb_typeof(p_value) = 'number' and v_text ~ '^[0-9]{1,2}(\.[0-9]{1,2})?$'
    when p_key = 'price_floor_percent' then jsonb_typeof(p_value) = 'number' and v_text ~ '^([0-9]{1,2}(\.[0-9]{1,2})?|100(\.00?)?)$'
    when p_key = 'branch_code' then jsonb_typeof(p_value) = 'null' or (jsonb_typeof(p_value) = 'string' and v_text ~ '^[0-9]{5}$')
    when p_key = 'serial_digits' then jsonb_typeof(p_value) = 'null'
      or (jsonb_typeof(p_value) = 'number' and v_text ~ '^([6-9]|1[0-2])$')
    when p_key = 'field_days' then jsonb_typeof(p_value) = 'number' and v_text ~ '^([0-9]|[1-5][0-9]|60)$'
    when p_key in ('invoice_note', 'authority_note') then jsonb_typeof(p_value) = 'string' and length(v_text) <= 400
      and v_text !~ private.bad_characters(p_key)
    when p_key in ('voucher_approval_above', 'memo_approval_above') then jsonb_typeof(p_value) = 'null'
      or (jsonb_typeof(p_value) = 'string' and v_text ~ '^[0-9]{1,12}(\.[0-9]{1,2})?$')
  end, false);
end $$;
comment on function private.is_setting is
  'Tells whether a value is one that a setting can have. The rules below maker_checker are read one by one.';

create or replace function private.setting_of(p_settings jsonb, p_key text) returns jsonb
language sql immutable
return case when private.is_setting(p_key, p_settings -> p_key) then p_settings -> p_key else private.default_settings() -> p_key end;
comment on function private.setting_of is 'Returns a setting, or that of a new project where it is missing or not known.';

create or replace function private.rule_of(p_settings jsonb, p_rule text) returns boolean
language sql immutable
return case when jsonb_typeof(p_settings -> 'maker_checker' -> p_rule) = 'boolean' then (p_settings -> 'maker_checker' -> p_rule)::boolean
  else true end;
comment on function private.rule_of is 'Tells whether a rule of separation of duties holds. One that is missing or not known holds.';

create or replace function private.known_settings(p_settings jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select jsonb_object_agg(d.key, case when d.key <> 'maker_checker' then private.setting_of(p_settings, d.key)
      else (select jsonb_object_agg(r.rule, private.rule_of(p_settings, r.rule)) from jsonb_object_keys(d.value) r (rule)) end)
    from jsonb_each(private.default_settings()) d);
end $$;
comment on function private.known_settings is 'Returns all settings as screens and commands read them.';

create or replace function private.unknown_settings(p_settings jsonb) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select case when jsonb_typeof(p_settings) is distinct from 'object' then '{settings}'::text[]
      else array(
        select d.key from jsonb_object_keys(private.default_settings()) d (key)
        where p_settings ? d.key and case when d.key = 'maker_checker' then jsonb_typeof(p_settings -> d.key) <> 'object'
          else not private.is_setting(d.key, p_settings -> d.key) end
        union all
        select r.rule || '_maker_checker' from jsonb_object_keys(private.default_settings() -> 'maker_checker') r (rule)
        where jsonb_typeof(p_settings -> 'maker_checker' -> r.rule) <> 'boolean'
        order by 1) end);
end $$;
comment on function private.unknown_settings is
  'Names the settings that have a value which is not known, as the fields of update_project; settings where they are no object at all.';
