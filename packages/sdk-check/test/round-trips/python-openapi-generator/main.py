"""The round trip through a client of openapi-generator for Python."""

import json
import re
import sys
import time
from urllib.parse import parse_qs, urlsplit

import commonhold
from commonhold import models

_, base_url, email, password = sys.argv


def next_cursor(link: str) -> str | None:
    following = re.search(r'<([^>]+)>; rel="next"', link)
    return parse_qs(urlsplit(following[1]).query)["cursor"][0] if following else None


configuration = commonhold.Configuration(host=base_url)
client = commonhold.ApiClient(configuration)
form = commonhold.AuthenticationApi(client).sign_in(username=email, password=password)
configuration.access_token = form.access_token
asset_models = commonhold.AssetModelsApi(client)
assets = commonhold.AssetsApi(client)
issues = commonhold.IssuesApi(client)

model = asset_models.create_asset_model(
    models.AssetModelCreate(
        name=f"Model of openapi-generator {time.time_ns()}",
        tracking_type=models.TrackingType("countable"),
        manufacturer="Lenovo",
    )
)
patched = asset_models.update_asset_model(
    model.id, asset_model_update=models.AssetModelUpdate(manufacturer=None)
)
ids: list[str] = []
for at in (1, 2, 3, 4):
    ids.append(assets.create_asset(models.AssetCreate(model_id=model.id, name=f"Asset {at}")).id)

names: list[str] = []
cursor: str | None = None
while True:
    page = assets.list_assets_with_http_info(
        id=ids[:3], limit=2, sort=[models.AssetsSort("name")], cursor=cursor
    )
    names.extend(asset.name for asset in page.data)
    headers = {name.lower(): value for name, value in (page.headers or {}).items()}
    cursor = next_cursor(headers["link"])
    if cursor is None:
        break

shown = assets.get_asset(ids[3], include=[models.AssetInclude("model")])
try:
    asset_models.delete_asset_model(model.id)
    raise SystemExit("the model was deleted")
except commonhold.ApiException as refused:
    problem = refused.data
issue = issues.create_issue(models.IssueCreate(title="Printer on floor 2 jams", issue_type="incident"))
move = issues.list_transitions_of_issue(issue.id)[0]
moved = issues.transition_issue(
    issue.id, issue_transition_input=models.IssueTransitionInput(transition_id=move.id)
)

again = models.AssetModelCreate(name=f"{model.name} again", tracking_type=model.tracking_type)
first = asset_models.upsert_asset_model("sdk", "python", again)
second = asset_models.upsert_asset_model("sdk", "python", again)
items = [
    models.BulkAssetsCreate(
        op=models.BulkAssetsCreateOp("create"),
        body=models.AssetCreate(model_id="sdk:none", name="Asset 5"),
    ),
    models.BulkAssetsUpdate(
        op=models.BulkAssetsUpdateOp("update"), id=ids[3], body=models.AssetUpdate(notes="Counted")
    ),
    models.BulkAssetsUpsert(
        op=models.BulkAssetsUpsertOp("upsert"),
        external_id="sdk:python",
        body=models.AssetCreate(model_id=model.id, name="Asset 6"),
    ),
]
bulk = assets.bulk_assets(
    models.BulkAssetsRequest(
        mode=models.BulkMode("each"), items=[models.BulkAssetsItem(item) for item in items]
    )
)
[fault] = bulk.results[0].problem.errors

print(
    json.dumps(
        {
            "manufacturer": patched.manufacturer,
            "names": names,
            "status": problem.status,
            "code": problem.code,
            "isMoved": moved.status == move.to_status.key,
            "subtype": moved.details.actual_instance.subtype,
            "isIncluded": shown.model.name == model.name,
            "isSameRecord": first.id == second.id,
            "bulk": {"succeeded": bulk.succeeded, "failed": bulk.failed, "pointer": fault.pointer},
            "token_type": form.token_type,
        }
    )
)
