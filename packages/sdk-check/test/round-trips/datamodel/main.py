"""The round trip with the models of datamodel-code-generator, sent by httpx."""

import json
import sys
import time
from collections.abc import Iterator

import httpx
import models
from pydantic import BaseModel, TypeAdapter

_, base_url, email, password = sys.argv
client = httpx.Client(base_url=base_url)


def body(model: BaseModel) -> dict[str, object]:
    return model.model_dump(mode="json", exclude_unset=True)


def post(path: str, model: BaseModel, status: int = 201) -> bytes:
    response = client.post(path, json=body(model))
    assert response.status_code == status, response.text
    return response.content


def upsert(path: str, model: BaseModel) -> bytes:
    response = client.put(path, json=body(model))
    assert response.status_code in (200, 201), response.text
    return response.content


def asset_names(ids: list[str]) -> Iterator[str]:
    params: dict[str, str | int | list[str]] = {"id": ids, "limit": 2, "sort": "name"}
    page = client.get("/assets", params=params)
    while True:
        assert page.status_code == 200, page.text
        for asset in TypeAdapter(list[models.Asset]).validate_json(page.content):
            yield asset.name
        following = page.links.get("next")
        if following is None:
            return
        page = client.get(following["url"])


signed_in = client.post("/me/signin", data={"username": email, "password": password})
tokens = models.Tokens.model_validate_json(signed_in.content)
client.headers["Authorization"] = f"Bearer {tokens.access_token}"

create = models.AssetModelCreate(
    name=f"Model of datamodel-code-generator {time.time_ns()}",
    tracking_type=models.TrackingType("countable"),
    manufacturer="Lenovo",
)
model = models.AssetModel.model_validate_json(post("/asset-models", create))
path = f"/asset-models/{model.id}"
update = models.AssetModelUpdate(manufacturer=None)
patched = models.AssetModel.model_validate_json(client.patch(path, json=body(update)).content)
ids: list[str] = []
for at in (1, 2, 3, 4):
    asset_body = models.AssetCreate(model_id=model.id, name=f"Asset {at}")
    ids.append(models.Asset.model_validate_json(post("/assets", asset_body)).id)
names = list(asset_names(ids[:3]))
reply = client.get(f"/assets/{ids[3]}", params={"include": models.AssetInclude("model").value})
shown = models.Asset.model_validate_json(reply.content)
problem = models.Problem.model_validate_json(client.delete(path).content)
incident = models.IssueCreate(title="Printer on floor 2 jams", issue_type="incident")
issue = models.Issue.model_validate_json(post("/issues", incident))
listed = client.get(f"/issues/{issue.id}/transitions")
move = TypeAdapter(list[models.IssueTransition]).validate_json(listed.content)[0]
transition = models.IssueTransitionInput(transition_id=move.id)
moved = models.Issue.model_validate_json(post(f"/issues/{issue.id}/transition", transition, 200))
details = moved.details.root
assert isinstance(details, models.IncidentDetails)

again = models.AssetModelCreate(name=f"{model.name} again", tracking_type=model.tracking_type)
external = "/asset-models/external/sdk/datamodel"
first = models.AssetModel.model_validate_json(upsert(external, again))
second = models.AssetModel.model_validate_json(upsert(external, again))
create_item = models.BulkAssetsCreate(
    op=models.BulkAssetsCreateOp("create"),
    body=models.AssetCreate(model_id="sdk:none", name="Asset 5"),
)
update_item = models.BulkAssetsUpdate(
    op=models.BulkAssetsUpdateOp("update"), id=ids[3], body=models.AssetUpdate(notes="Counted")
)
upsert_item = models.BulkAssetsUpsert(
    op=models.BulkAssetsUpsertOp("upsert"),
    external_id="sdk:datamodel",
    body=models.AssetCreate(model_id=model.id, name="Asset 6"),
)
request = models.BulkAssetsRequest(
    mode=models.BulkMode("each"),
    items=[
        models.BulkAssetsItem(create_item),
        models.BulkAssetsItem(update_item),
        models.BulkAssetsItem(upsert_item),
    ],
)
bulk = models.BulkResult.model_validate_json(post("/assets/bulk", request, 200))
refused = bulk.results[0].problem
assert refused is not None and refused.errors is not None
[fault] = refused.errors

print(
    json.dumps(
        {
            "manufacturer": patched.manufacturer,
            "names": names,
            "status": problem.status,
            "code": problem.code,
            "isMoved": moved.status == move.to_status.key,
            "subtype": details.subtype.value,
            "isIncluded": shown.model is not None and shown.model.name == model.name,
            "isSameRecord": first.id == second.id,
            "bulk": {"succeeded": bulk.succeeded, "failed": bulk.failed, "pointer": fault.pointer},
            "token_type": tokens.token_type.value,
        }
    )
)
